import Foundation

/// The console messages and the requests of a page, as the browser reports them.
public struct PageReport: Sendable {
    /// A message in the browser's console, by a script or by the browser itself.
    public struct Message: Sendable {
        /// `SEVERE`, `WARNING`, `INFO` or `DEBUG`.
        public let level: String
        /// The source position and the message, as the driver reports them.
        public let text: String
    }

    /// A request of the page, for itself or for a part of it.
    public struct Request: Sendable {
        public let url: String
        /// Chromium's resource type: `Document`, `Script`, `Image`, `XHR`, `Fetch`…
        public let kind: String
        /// The HTTP status; `nil` without an answer, and for schemes without a status.
        public internal(set) var status: Int?
        /// Chromium's message about the failure; `nil` if the request did not fail.
        public internal(set) var failure: String?
        /// Whether the page cancelled the request, for example because a tile left the viewport.
        public internal(set) var isCancelled = false

        /// Whether the answer is missing or an error. A request that the page cancelled has not
        /// failed.
        public var hasFailed: Bool {
            if isCancelled { return false }
            return failure != nil || status.map { $0 >= 400 } ?? false
        }

        /// Whether the request stayed on this machine: a file, inline data or a local server.
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

    /// Adds a later report of the same page.
    public mutating func add(_ later: PageReport) {
        messages += later.messages
        requests += later.requests
    }

    public var failedRequests: [Request] { requests.filter(\.hasFailed) }
    public var foreignRequests: [Request] { requests.filter { !$0.isLocal } }

    /// Part of OpenSeadragon's message about a tile that arrives after its image was replaced.
    /// A slow machine or network causes it, not the page.
    static let lateTile = "loaded before reset"

    /// One line for each console message, failed request, and request that left this machine. The
    /// project's pages must not cause complaints.
    public var complaints: [String] {
        messages.filter { !$0.text.contains(Self.lateTile) }
            .map { "console \($0.level): \($0.text)" }
            + failedRequests.map {
                "failed: \($0.url) (\($0.failure ?? "status \($0.status ?? 0)"))"
            }
            + foreignRequests.map { "not local: \($0.url)" }
    }
}

extension PageReport {
    /// The events that are decoded, as they appear in the log.
    private static let events = [
        "requestWillBeSent", "responseReceived", "loadingFailed", "webSocketCreated",
    ].map { "\"Network.\($0)\"" }

    /// Decodes the driver's `browser` log and its `performance` log, which has the events of the
    /// Network domain of the Chrome DevTools Protocol.
    init(browserLog: JSONValue, performanceLog: JSONValue) throws {
        messages = (browserLog.array ?? []).map {
            Message(level: $0["level"].string ?? "", text: $0["message"].string ?? "")
        }
        // The latest request of each identifier; a redirect keeps the identifier.
        var latest: [String: Int] = [:]
        for entry in performanceLog.array ?? [] {
            let text = entry["message"].string ?? "null"
            // Most events are irrelevant, and decoding one is slow.
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
