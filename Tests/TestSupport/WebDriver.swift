import Foundation

/// The chromedriver that all browser tests of a process share, and its W3C WebDriver protocol.
///
/// chromedriver starts with the first browser and ends, with all browsers, when the test process
/// ends.
actor WebDriver {
    static let shared = WebDriver()

    /// Two browsers are enough for two cores, because a browser consists of several busy processes.
    static let turnstile = Turnstile(places: 2)

    private var starting: Task<Service, any Error>?

    private struct Service {
        let port: UInt16
        /// Keeps the driver running.
        let command: RunningCommand
    }

    /// Sends a command and returns its `value`.
    ///
    /// - Parameter path: the path of the command, such as `session/1/url`.
    func send(
        _ method: String, _ path: String, _ body: JSONValue? = nil
    ) async throws -> JSONValue {
        let service = try await service()
        let data: Data
        do {
            data = try await LocalHTTP.answer(
                port: service.port, method: method, path: "/\(path)",
                body: body.map { try JSONEncoder().encode($0) } ?? Data())
        } catch {
            throw WebDriverError(
                command: "\(method) \(path)", kind: "no answer", message: "\(error)")
        }
        let value = try JSONDecoder().decode(JSONValue.self, from: data)["value"]
        if let kind = value["error"].string, let message = value["message"].string {
            throw WebDriverError(command: "\(method) \(path)", kind: kind, message: message)
        }
        return value
    }

    private func service() async throws -> Service {
        if let starting { return try await starting.value }
        let task = Task { try await Self.start() }
        starting = task
        return try await task.value
    }

    /// Starts chromedriver, which ends at once if another program takes the port that it has
    /// chosen.
    private static func start() async throws -> Service {
        var said = ""
        for _ in 1...5 {
            let command = try RunningCommand(
                "chromedriver", ["--port=0"], timeout: nil, scratch: true)
            let port = try await command.answer {
                $0.firstMatch(of: /started successfully on port (\d+)/)
                    .flatMap { UInt16($0.output.1) }
            }
            if let port { return Service(port: port, command: command) }
            said = command.errorsSoFar() + command.outputSoFar()
        }
        throw WebDriverError(command: "chromedriver", kind: "not started", message: said)
    }
}

/// An error that the driver returned.
public struct WebDriverError: Error, CustomStringConvertible {
    /// The WebDriver command, such as `POST session/1/url`.
    public let command: String
    /// The protocol's name for the error, such as `javascript error`.
    public let kind: String
    public let message: String

    public var description: String { "\(command): \(kind): \(message)" }
}
