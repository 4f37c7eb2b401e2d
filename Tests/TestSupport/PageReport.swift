import Foundation

/// What a page logged and asked for, as the browser saw it.
public struct PageReport: Sendable {
    /// A message in the browser's console, by a script or by the browser itself.
    public struct Message: Sendable {
        /// `SEVERE`, `WARNING`, `INFO` or `DEBUG`.
        public let level: String
        /// Where and what, as the driver words it.
        public let text: String
    }

    /// A request that the page made, for itself or for something on it.
    public struct Request: Sendable {
        public let url: String
        /// What it was for, in Chromium's words: `Document`, `Script`, `Image`, `XHR`, `Fetch`…
        public let kind: String
        /// The HTTP status; nil where there was no answer, and for schemes without one.
        public internal(set) var status: Int?
        /// Why it failed, in Chromium's words; nil where it did not.
        public internal(set) var failure: String?
        /// Whether it was given up by the page itself, as when a tile went out of sight.
        public internal(set) var isCancelled = false

        /// Whether the answer is missing or says that there is nothing. A request that the page
        /// gave up has not failed.
        public var hasFailed: Bool {
            if isCancelled { return false }
            return failure != nil || status.map { $0 >= 400 } ?? false
        }

        /// Whether it stayed on this machine: a file, something inline or a local server.
        public var isLocal: Bool {
            guard let scheme = url.split(separator: ":").first else { return false }
            if ["file", "data", "blob", "about"].contains(scheme) { return true }
            guard ["http", "https", "ws", "wss"].contains(scheme) else { return false }
            return ["127.0.0.1", "localhost", "::1", "[::1]"]
                .contains(URL(string: url)?.host() ?? "")
        }
    }

    public internal(set) var messages: [Message] = []
    public internal(set) var requests: [Request] = []

    public var failedRequests: [Request] { requests.filter(\.hasFailed) }
    public var foreignRequests: [Request] { requests.filter { !$0.isLocal } }

    /// Everything that a good page does not do, one line each: any console message at all, failed
    /// requests and requests that leave this machine.
    public var complaints: [String] {
        messages.map { "console \($0.level): \($0.text)" }
            + failedRequests.map {
                "failed: \($0.url) (\($0.failure ?? "status \($0.status ?? 0)"))"
            }
            + foreignRequests.map { "not local: \($0.url)" }
    }
}

extension PageReport {
    /// The events that are read, as they stand in the log.
    private static let events = [
        "requestWillBeSent", "responseReceived", "loadingFailed", "webSocketCreated",
    ].map { "\"Network.\($0)\"" }

    /// Reads the driver's `browser` and `performance` logs, the latter being the events of the
    /// Chrome DevTools Protocol's Network domain.
    init(browserLog: JSONValue, performanceLog: JSONValue) throws {
        messages = (browserLog.array ?? []).map {
            Message(level: $0["level"].string ?? "", text: $0["message"].string ?? "")
        }
        // The latest request of each identifier: a redirect starts another one with the same.
        var latest: [String: Int] = [:]
        for entry in performanceLog.array ?? [] {
            let text = entry["message"].string ?? "null"
            // Most events say nothing that counts here, and reading one takes its time.
            guard Self.events.contains(where: text.contains) else { continue }
            let event = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))["message"]
            let details = event["params"]
            guard let identifier = details["requestId"].string else { continue }
            switch event["method"].string {
            case "Network.requestWillBeSent":
                if let index = latest[identifier] {
                    requests[index].status = details["redirectResponse"]["status"].integer
                }
                latest[identifier] = requests.count
                requests.append(
                    Request(
                        url: details["request"]["url"].string ?? "",
                        kind: details["type"].string ?? ""))
            case "Network.responseReceived":
                guard let index = latest[identifier] else { continue }
                requests[index].status = details["response"]["status"].integer
            case "Network.loadingFailed":
                guard let index = latest[identifier] else { continue }
                requests[index].failure = details["errorText"].string ?? "unknown"
                requests[index].isCancelled =
                    details["canceled"].boolean == true && details["blockedReason"] == .null
            case "Network.webSocketCreated":
                latest[identifier] = requests.count
                requests.append(Request(url: details["url"].string ?? "", kind: "WebSocket"))
            default:
                continue
            }
        }
    }
}
