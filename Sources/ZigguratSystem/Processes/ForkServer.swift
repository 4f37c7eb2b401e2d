internal import CSystem
internal import Glibc
internal import Synchronization

/// A process that has loaded libraries and forks a child for each confined process. A child starts
/// in a few milliseconds. The server itself does not read the user's files.
///
/// The server is started for the third confined process of a program: one or two processes start
/// faster without it. The server ends with the program.
package final class ForkServer: Sendable {
    private enum State {
        /// The number of processes that were started without the server.
        case waiting(Int)
        case running(FileHandle)
        /// The server could not be started, or does not answer.
        case useless
    }

    private let program: String
    private let arguments: [String]
    private let state = Mutex(State.waiting(0))

    private static let startsWithout = 2

    package init(_ program: String, _ arguments: [String]) {
        self.program = program
        self.arguments = arguments
    }

    /// Forks the server.
    ///
    /// - Returns: the child; `nil` if the caller has to start a process without the server.
    func fork(_ start: zig_confined_start) -> pid_t? {
        state.withLock { state in
            if case .waiting(let count) = state {
                if count < Self.startsWithout {
                    state = .waiting(count + 1)
                } else {
                    state = Self.server(program, arguments).map(State.running) ?? .useless
                }
            }
            guard case .running(let connection) = state else { return nil }
            let child = zig_request_fork(connection.descriptor, start)
            if child < 0 { state = .useless }
            return child < 0 ? nil : child
        }
    }

    /// Starts a server.
    ///
    /// - Returns: the connection to the server.
    private static func server(_ program: String, _ arguments: [String]) -> FileHandle? {
        var ends: [Int32] = [-1, -1]
        guard zig_socket_pair(&ends) == 0 else { return nil }
        let connection = FileHandle(ends[0], path: program)
        let other = FileHandle(ends[1], path: program)
        let nothing = FileHandle(open("/dev/null", O_WRONLY | O_CLOEXEC), path: program)
        let start = zig_confined_start(
            control: other.descriptor, memory: -1, errors: nothing.descriptor,
            memory_limit: .max, processor_limit: .max)
        let child = ConfinedProcess.withArguments([program] + arguments) {
            zig_spawn_lasting(program, $0, start)
        }
        return withExtendedLifetime((other, nothing)) { child > 0 ? connection : nil }
    }
}

extension ForkServer {
    /// Runs a server in this process.
    ///
    /// - Returns: `true` in each child; `false` in this process when no more requests will come.
    package static func serve() -> Bool { zig_serve_forks() == 1 }
}
