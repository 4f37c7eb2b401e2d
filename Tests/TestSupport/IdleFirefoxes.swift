internal import Foundation

/// The Firefoxes that no test uses at the moment: starting one takes as long as five pages. They end
/// when the test process does.
actor IdleFirefoxes {
    static let shared = IdleFirefoxes()

    /// One that runs; it ends with the last reference.
    struct Running: Sendable {
        let port: String
        let command: RunningCommand
    }

    private var idle: [Running] = []

    /// One that is at leisure, or a new one.
    func take() async throws -> Running {
        if let running = idle.popLast() { return running }
        let command = try RunningCommand(
            "python3",
            [
                "-I", "-S", Repository.helper("firefox-pages.py").path,
                try Program.path(of: "firefox-esr"),
            ], timeout: .seconds(3600), scratch: true)
        let port = try await command.answer(within: .seconds(120)) {
            $0.firstMatch(of: /^([0-9]+)\n/).map { String($0.output.1) }
        }
        guard let port else { throw NotStarted(errors: command.errorsSoFar()) }
        return Running(port: port, command: command)
    }

    func put(_ running: Running) {
        idle.append(running)
    }

    struct NotStarted: Error {
        let errors: String
    }
}
