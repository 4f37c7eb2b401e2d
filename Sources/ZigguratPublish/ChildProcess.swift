internal import CSystem
internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// Runs other programs.
enum ChildProcess {
    struct Ending {
        /// The exit status; for a program that a signal ended 128 and the signal's number.
        let status: Int32
        let output: [UInt8]
    }

    /// The path of a program: itself where it holds a slash, looked up in `PATH` otherwise.
    static func path(of name: String) -> String? {
        if name.utf8.contains(UInt8(ascii: "/")) { return isProgram(name) ? name : nil }
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(name)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && access(path, X_OK) == 0
    }

    /// Starts a program that goes on when this one has ended.
    static func startOnItsOwn(_ program: String, _ arguments: [String]) throws(ZigguratError) {
        let streams = zig_streams(input: -1, output: -1, errors: -1)
        let child = try start(program, arguments, streams, belongs: false)
        // Somebody has to take note of its end.
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

    /// Runs a program to its end. It is asked to end when somebody wishes to stop, and made to when
    /// it has not ended five seconds later. It does not outlive this process.
    ///
    /// - Parameters:
    ///   - input: what it reads on standard input.
    ///   - errorLine: called on the calling thread with each line of its standard error.
    static func run(
        _ program: String, _ arguments: [String], input: [UInt8] = [],
        cancellation: Cancellation, errorLine: ([UInt8]) -> Void
    ) throws(ZigguratError) -> Ending {
        let file = input.withUnsafeBytes { zig_memory_file($0.baseAddress, $0.count) }
        guard file >= 0 else { throw failure(program) }
        defer { close(file) }
        var output: [Int32] = [-1, -1]
        var errors: [Int32] = [-1, -1]
        guard zig_pipe(&output) == 0 else { throw failure(program) }
        defer { close(output[0]) }
        guard zig_pipe(&errors) == 0 else {
            let error = failure(program)
            close(output[1])
            throw error
        }
        defer { close(errors[0]) }
        let child: pid_t
        do throws(ZigguratError) {
            child = try start(
                program, arguments,
                zig_streams(input: file, output: output[1], errors: errors[1]), belongs: true)
        } catch {
            close(output[1])
            close(errors[1])
            throw error
        }
        close(output[1])
        close(errors[1])
        var lines = LineSplitter()
        var collected: [UInt8] = []
        var guardian = Guardian(child: child, cancellation: cancellation)
        var streams = [
            pollfd(fd: output[0], events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors[0], events: Int16(POLLIN), revents: 0),
        ]
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while streams.contains(where: { $0.fd >= 0 }), !guardian.hasLostPatience {
            poll(&streams, nfds_t(streams.count), 50)
            guardian.look()
            for index in streams.indices where streams[index].revents != 0 {
                let count = read(streams[index].fd, &buffer, buffer.count)
                if count > 0 {
                    if index == 0 {
                        collected += buffer[..<count]
                    } else {
                        lines.take(buffer[..<count]).forEach(errorLine)
                    }
                } else if count == 0 || errno != EINTR {
                    streams[index].fd = -1
                    streams[index].revents = 0
                }
            }
        }
        lines.last.map(errorLine)
        return Ending(status: guardian.wait(), output: collected)
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

    /// What the system said last, as an error: `errno` must be fresh.
    private static func failure(_ program: String) -> ZigguratError {
        ZigguratError(
            .missingProgram, program, "it cannot be started (\(String(cString: strerror(errno))))")
    }
}

/// Ends a child when somebody wishes to stop.
private struct Guardian {
    let child: pid_t
    let cancellation: Cancellation
    private var looksSinceAsked: Int?

    init(child: pid_t, cancellation: Cancellation) {
        self.child = child
        self.cancellation = cancellation
    }

    /// Whether the child was killed, so that nothing more is to be expected of it.
    private(set) var hasLostPatience = false

    /// To be called about twenty times a second.
    mutating func look() {
        guard cancellation.isCancelled, !hasLostPatience else { return }
        if let looks = looksSinceAsked {
            looksSinceAsked = looks + 1
            guard looks >= 100 else { return }
            kill(child, SIGKILL)
            hasLostPatience = true
        } else {
            kill(child, SIGTERM)
            looksSinceAsked = 0
        }
    }

    /// Waits for the child's end.
    mutating func wait() -> Int32 {
        var status: Int32 = 0
        while true {
            let ended = waitpid(child, &status, hasLostPatience ? 0 : WNOHANG)
            if ended == child { break }
            if ended < 0 && errno != EINTR { return 127 }
            if ended == 0 {
                // It has closed its streams and lives: rare, and short.
                usleep(5_000)
                look()
            }
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}

/// Cuts what comes in pieces into lines.
private struct LineSplitter {
    private var rest: [UInt8] = []

    /// The lines that are complete now, without empty ones.
    mutating func take(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        rest += bytes
        let parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = Array(parts.last ?? [])
        return parts.dropLast().filter { !$0.isEmpty }.map { Array($0) }
    }

    /// What came without an end of line.
    var last: [UInt8]? { rest.isEmpty ? nil : rest }
}
