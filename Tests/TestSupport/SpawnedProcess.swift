import Foundation

/// A child process, started by `posix_spawn`.
///
/// Foundation's `Process` learns of the end of a child from a descriptor that the child inherits,
/// which the guardian closes like all others.
struct SpawnedProcess: Sendable {
    /// The end of the child's standard input that is on our side.
    let input: FileHandle
    private let ending: Task<Void, Never>

    /// Starts a program, its standard output and error written to files.
    init(
        _ path: String, _ arguments: [String], environment: [String: String], output: URL,
        errors: URL
    ) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CannotSpawn(path: path, code: errno) }
        let (read, write) = (ends[0], ends[1])
        // No other child may keep these open. One that starts at this very moment would; it is a
        // guardian too and closes them itself.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(read) }
        input = FileHandle(fileDescriptor: write, closeOnDealloc: true)

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, read, STDIN_FILENO)
        for (descriptor, file) in [(STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            posix_spawn_file_actions_addopen(
                &actions, descriptor, file.path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }

        var process: pid_t = 0
        let code = Self.withCStrings([path] + arguments) { arguments in
            Self.withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
                posix_spawn(&process, path, &actions, nil, arguments, environment)
            }
        }
        guard code == 0 else { throw CannotSpawn(path: path, code: code) }
        let child = process
        ending = Task.detached {
            await withCheckedContinuation { (ended: CheckedContinuation<Void, Never>) in
                // A thread of its own: Swift's few must not be kept waiting.
                Thread.detachNewThread {
                    var status: Int32 = 0
                    while waitpid(child, &status, 0) == -1 && errno == EINTR {}
                    ended.resume()
                }
            }
        }
    }

    /// Waits for the end of the process.
    func wait() async {
        await ending.value
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }

    struct CannotSpawn: Error, CustomStringConvertible {
        let path: String
        let code: Int32
        var description: String { "\(path) cannot be started: \(String(cString: strerror(code)))" }
    }
}
