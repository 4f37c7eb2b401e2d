internal import Foundation

/// The Firefox processes that no test uses at the moment. Starting a Firefox takes as long as
/// opening five pages. The processes end with the test process.
actor IdleFirefoxes {
    static let shared = IdleFirefoxes()

    /// A running Firefox, which ends when its last reference is released.
    struct Running: Sendable {
        let port: String
        let command: RunningCommand
    }

    private var idle: [Running] = []

    /// Removes and returns an idle Firefox, or starts one.
    func take() async throws -> Running {
        if let running = idle.popLast() { return running }
        let command = try RunningCommand(
            "python3",
            [
                "-I", "-S", Repository.helper("firefox-pages.py").path,
                try Program.path(of: "firefox-esr"),
            ], timeout: nil, scratch: true)
        let port = try await command.answer {
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
