public import Foundation

/// A static web server on 127.0.0.1, in its own process; see `static-server.py`.
public struct WebServer: Sendable {
    /// The address of the root, with a slash at the end.
    public let url: URL
    private let log: URL

    /// A request in the server's log.
    public struct Request: Sendable, Equatable {
        public let status: Int
        /// The requested path, percent-encoded, with its query.
        public let path: String

        public init(status: Int, path: String) {
            self.status = status
            self.path = path
        }
    }

    /// Serves a folder while `body` runs.
    ///
    /// - Parameters:
    ///   - mounts: further folders, by their paths on the server, which begin and end with a slash.
    ///   - ranges: whether the server supports range requests.
    ///   - plain: whether the server sends no `Cache-Control`, so that browsers keep pages and
    ///     scripts for a tenth of their age.
    public static func with<Result>(
        serving folder: URL, mounts: [String: URL] = [:], ranges: Bool = false, plain: Bool = false,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (WebServer) async throws -> Result
    ) async throws -> Result {
        try await TemporaryFolder.with { own in
            let log = try own.write("", to: "requests")
            let folders = mounts.merging(["/": folder]) { mount, _ in mount }
            let command = try RunningCommand(
                "python3",
                ["-I", "-S", Repository.helper("static-server.py").path]
                    + (ranges ? ["--ranges"] : []) + (plain ? ["--plain"] : []) + [log.path]
                    + folders.map { "\($0.key)=\($0.value.path)" }, timeout: nil)
            do {
                let port = try await command.answer {
                    Int($0.trimmingCharacters(in: .newlines))
                }
                guard let port, let url = URL(string: "http://127.0.0.1:\(port)/") else {
                    throw NotStarted(errors: command.errorsSoFar())
                }
                let result = try await body(WebServer(url: url, log: log))
                command.stop()
                _ = await command.wait()
                return result
            } catch {
                command.stop()
                _ = await command.wait()
                throw error
            }
        }
    }

    /// The address of a file, by its path from the root, not percent-encoded.
    public func url(_ path: String) -> URL {
        url.appending(path: path)
    }

    /// All requests so far, in the order of the answers.
    public func requests() throws -> [Request] {
        try String(contentsOf: log, encoding: .utf8).split(separator: "\n").compactMap { line in
            let entry = try JSONDecoder().decode(JSONValue.self, from: Data(line.utf8))
            guard let status = entry[0].integer, let path = entry[1].string else { return nil }
            return Request(status: status, path: path)
        }
    }

    struct NotStarted: Error, CustomStringConvertible {
        let errors: String
        var description: String { "The web server for the tests did not start. \(errors)" }
    }
}
