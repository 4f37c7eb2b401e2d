import Foundation

/// A child process, started with `posix_spawn`.
///
/// Foundation's `Process` detects the end of a child with a descriptor that the child inherits, and
/// the guardian closes all inherited descriptors.
struct SpawnedProcess: Sendable {
    /// The writing end of the child's standard input.
    let input: FileHandle
    private let ending: Task<Void, Never>

    /// Starts a program whose standard output and error are files.
    init(
        _ path: String, _ arguments: [String], environment: [String: String], output: URL,
        errors: URL
    ) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CannotSpawn(path: path, code: errno) }
        let (read, write) = (ends[0], ends[1])
        // Other children must not inherit these descriptors. A child that starts at this moment
        // inherits them, but it is a guardian, which closes all inherited descriptors.
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
                // Runs in its own thread, because a blocking call would stall Swift's thread pool.
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
        var description: String { "cannot start \(path): \(String(cString: strerror(code)))" }
    }
}
