internal import CSystem
internal import Glibc

/// Runs other programs.
package enum ChildProcess {
    package struct Result: Sendable {
        /// The exit status; if a signal ended the program, 128 plus the signal's number.
        package let status: Int32
        package let output: [UInt8]
    }

    /// Finds a program. A name with a slash is a path; other names are searched in `PATH`.
    package static func path(of name: String) -> String? {
        if name.utf8.contains(UInt8(ascii: "/")) { return isProgram(name) ? name : nil }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        FileSystem.attributes(of: path)?.isFile == true && access(path, X_OK) == 0
    }

    /// Starts a program that may outlive this process.
    package static func startDetached(
        _ program: String, _ arguments: [String]
    ) throws(ZigguratError) {
        let streams = zig_streams(input: -1, output: -1, errors: -1)
        let child = try start(program, arguments, streams, belongs: false)
        // A thread waits for the program's end, so that the program does not become a zombie.
        var thread = pthread_t()
        let number = UnsafeMutableRawPointer(bitPattern: Int(child))
        let status = pthread_create(
            &thread, nil,
            { number in
                while waitpid(pid_t(Int(bitPattern: number)), nil, 0) < 0 && errno == EINTR {}
                return nil
            }, number)
        if status == 0 { pthread_detach(thread) }
    }

    /// Runs a program and waits for its end. The program ends with this process at the latest.
    ///
    /// - Parameters:
    ///   - input: the bytes on its standard input.
    ///   - isCancelled: called twenty times a second. If it returns `true`, the program gets
    ///     SIGTERM, and SIGKILL five seconds later.
    ///   - errorLine: called on the calling thread with each line of its standard error.
    package static func run(
        _ program: String, _ arguments: [String], input: [UInt8] = [],
        isCancelled: () -> Bool, errorLine: ([UInt8]) -> Void
    ) throws(ZigguratError) -> Result {
        let (child, output, errors) = try start(program, arguments, input)
        return collect(child, output, errors, isCancelled: isCancelled, errorLine: errorLine)
    }

    /// Starts a program and returns the reading ends of its output and error pipes. This process
    /// closes the writing ends, so that the pipes close when the program ends.
    private static func start(
        _ program: String, _ arguments: [String], _ input: [UInt8]
    ) throws(ZigguratError) -> (pid_t, output: FileHandle, errors: FileHandle) {
        let file = zig_spool_in_memory()
        guard file >= 0 else { throw failure(program) }
        defer { close(file) }
        guard FileTransfer.write(input.span.bytes, to: file), lseek(file, 0, SEEK_SET) == 0 else {
            throw failure(program)
        }
        let output = try Pipe(program)
        let errors = try Pipe(program)
        let streams = zig_streams(
            input: file, output: output.writer.descriptor, errors: errors.writer.descriptor)
        let child = try start(program, arguments, streams, belongs: true)
        return withExtendedLifetime((output, errors)) { (child, output.reader, errors.reader) }
    }

    /// Reads the output and the errors until both are closed, then waits for the child.
    private static func collect(
        _ child: pid_t, _ output: FileHandle, _ errors: FileHandle, isCancelled: () -> Bool,
        errorLine: ([UInt8]) -> Void
    ) -> Result {
        var lines = LineSplitter()
        var collected: [UInt8] = []
        var monitor = ChildMonitor(child: child)
        var streams = [output, errors].map {
            pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while streams.contains(where: { $0.fd >= 0 }), !monitor.isKilled {
            poll(&streams, nfds_t(streams.count), 50)
            monitor.check(isCancelled())
            for index in streams.indices where streams[index].revents != 0 {
                let count = read(streams[index].fd, &buffer, buffer.count)
                if count > 0 {
                    if index == 0 {
                        collected += buffer[..<count]
                    } else {
                        lines.add(buffer[..<count]).forEach(errorLine)
                    }
                } else if count == 0 || errno != EINTR {
                    streams[index].fd = -1
                    streams[index].revents = 0
                }
            }
        }
        lines.last.map(errorLine)
        return Result(status: monitor.wait(isCancelled), output: collected)
    }

    private static func start(
        _ program: String, _ arguments: [String], _ streams: zig_streams, belongs: Bool
    ) throws(ZigguratError) -> pid_t {
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        let child = zig_spawn(program, words, streams, belongs ? 1 : 0)
        guard child > 0 else { throw failure(program) }
        return child
    }

    fileprivate static func failure(_ program: String) -> ZigguratError {
        ZigguratError(ProcessError.cannotStart, program, cause: .lastSystemError)
    }
}

/// The two ends of a pipe.
private struct Pipe {
    let reader: FileHandle
    let writer: FileHandle

    init(_ program: String) throws(ZigguratError) {
        var ends: [Int32] = [-1, -1]
        guard zig_pipe(&ends) == 0 else { throw ChildProcess.failure(program) }
        reader = FileHandle(ends[0], path: program)
        writer = FileHandle(ends[1], path: program)
    }
}

/// Waits for a child, and ends it after a cancellation.
struct ChildMonitor {
    /// The time between SIGTERM and SIGKILL.
    private static let patience = Duration.seconds(5)

    let child: pid_t
    private var terminated: ContinuousClock.Instant?
    /// Whether the child got SIGKILL. The streams of such a child are no longer read.
    private(set) var isKilled = false

    init(child: pid_t) {
        self.child = child
    }

    /// Sends a signal if one is due. Must be called several times a second.
    mutating func check(_ isCancelled: Bool) {
        guard isCancelled, !isKilled else { return }
        guard let start = terminated else {
            kill(child, SIGTERM)
            terminated = .now
            return
        }
        guard ContinuousClock.now - start > Self.patience else { return }
        kill(child, SIGKILL)
        isKilled = true
    }

    /// Waits for the child's end. Returns its exit status, or 128 plus the number of the signal.
    mutating func wait(_ isCancelled: () -> Bool) -> Int32 {
        var status: Int32 = 0
        while true {
            let ended = waitpid(child, &status, isKilled ? 0 : WNOHANG)
            if ended == child { break }
            if ended < 0 && errno != EINTR { return 127 }
            if ended == 0 {
                // The child has closed its streams but still runs, usually only briefly.
                usleep(5_000)
                check(isCancelled())
            }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}

/// Splits bytes that arrive in pieces into lines.
struct LineSplitter {
    private var rest: [UInt8] = []

    /// Adds bytes and returns the lines that are now complete, without empty lines.
    mutating func add(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        rest += bytes
        let parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = Array(parts.last ?? [])
        return parts.dropLast().filter { !$0.isEmpty }.map { Array($0) }
    }

    /// The bytes after the last line end; `nil` if no byte follows it.
    var last: [UInt8]? { rest.isEmpty ? nil : rest }
}

/// The reason why another program cannot be run.
package enum ProcessError: ErrorReason {
    /// The operating system cannot start the program; the error's cause says why.
    case cannotStart

    package var code: ZigguratError.Code { .missingProgram }
}

extension ProcessError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .cannotStart: "cannot start the program"
        }
    }
}
