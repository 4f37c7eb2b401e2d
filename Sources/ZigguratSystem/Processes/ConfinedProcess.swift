internal import CSystem
internal import Glibc

/// A process that reads hostile files. The process shares one socket and one piece of memory with
/// this process, cannot write files, and ends at the latest with the thread that started it.
///
/// Only one thread at a time may use this object. When the last reference is released, the process
/// ends and its resources are freed.
package final class ConfinedProcess {
    /// How a process ended.
    package enum End: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
        /// This process killed it.
        case stopped
    }

    /// The limits of a process.
    package struct Limits: Hashable, Sendable {
        /// The private writable memory in bytes, including the stacks of threads.
        package var memory: Int
        /// The processor time of all threads, in seconds.
        package var processorTime: Int

        package init(memory: Int, processorTime: Int) {
            self.memory = memory
            self.processorTime = processorTime
        }
    }

    /// The shared memory; `nil` if its size is 0. The other process may change it at any time.
    package let memory: UnsafeMutableRawBufferPointer?
    private let child: pid_t
    private let control: FileHandle
    private let errors: FileHandle
    private var end: End?
    /// The beginning of the standard error output of the process.
    private var errorBytes: [UInt8] = []
    private var errorsEnded = false

    private static let largestErrors = 8192

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - memorySize: the size of the shared memory, in bytes.
    ///   - server: a server that forks the process, if it can; otherwise the program is started.
    /// - Throws: ``ProcessError``.
    package init(
        _ program: String, _ arguments: [String], memorySize: Int = 0, limits: Limits,
        server: ForkServer? = nil
    ) throws(ZigguratError) {
        var sockets: [Int32] = [-1, -1]
        var pipe: [Int32] = [-1, -1]
        guard zig_socket_pair(&sockets) == 0 else { throw Self.failure(program) }
        control = FileHandle(sockets[0], path: program)
        let othersControl = FileHandle(sockets[1], path: program)
        guard zig_pipe(&pipe) == 0 else { throw Self.failure(program) }
        errors = FileHandle(pipe[0], path: program)
        let othersErrors = FileHandle(pipe[1], path: program)
        let file = try Self.memoryFile(memorySize, program)
        memory = try file.map { file throws(ZigguratError) in
            try Self.map(file, memorySize, program)
        }
        _ = fcntl(errors.descriptor, F_SETFL, O_NONBLOCK)
        let start = zig_confined_start(
            control: othersControl.descriptor, memory: file?.descriptor ?? -1,
            errors: othersErrors.descriptor, memory_limit: UInt64(max(0, limits.memory)),
            processor_limit: UInt64(max(1, limits.processorTime)))
        child =
            server?.fork(start)
            ?? Self.withArguments([program] + arguments) { zig_spawn_confined(program, $0, start) }
        guard child > 0 else {
            end = .exited(127)
            throw Self.failure(program)
        }
        withExtendedLifetime((othersControl, othersErrors, file)) {}
    }

    deinit {
        if end == nil {
            kill(child, SIGKILL)
            while waitpid(child, nil, 0) < 0 && errno == EINTR {}
        }
        if let memory { munmap(memory.baseAddress, memory.count) }
    }

    /// The address space limit of this process and its children, in bytes.
    package static var addressSpaceLimit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return .max }
        return Int(clamping: limit.rlim_cur)
    }

    private static func memoryFile(
        _ size: Int, _ program: String
    ) throws(ZigguratError) -> FileHandle? {
        guard size > 0 else { return nil }
        let descriptor = zig_fixed_memory(UInt64(size))
        guard descriptor >= 0 else { throw failure(program) }
        return FileHandle(descriptor, path: program)
    }

    private static func map(
        _ file: FileHandle, _ size: Int, _ program: String
    ) throws(ZigguratError) -> UnsafeMutableRawBufferPointer {
        let address = mmap(nil, size, PROT_READ, MAP_SHARED, file.descriptor, 0)
        guard let address = address, address != MAP_FAILED else {
            throw failure(program)
        }
        return UnsafeMutableRawBufferPointer(start: address, count: size)
    }

    /// Calls a closure with arguments in C's form.
    static func withArguments<Result>(
        _ arguments: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        return body(words)
    }

    private static func failure(_ program: String) -> ZigguratError {
        ZigguratError(ProcessError.cannotStart, program, cause: .lastSystemError)
    }
}

extension ConfinedProcess {
    /// The result of waiting for bytes from the process.
    package enum Reception {
        case bytes([UInt8])
        /// No bytes arrived within the time.
        case nothing
        /// The process closed its end, or ended.
        case closed
    }

    /// Waits for bytes.
    ///
    /// - Parameter count: the largest number of bytes to return.
    package func receive(atMost count: Int, milliseconds: Int) -> Reception {
        var streams = [
            pollfd(fd: control.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        if errorsEnded { streams[1].fd = -1 }
        poll(&streams, nfds_t(streams.count), Int32(clamping: milliseconds))
        if streams[1].revents != 0 { collectErrors() }
        guard streams[0].revents != 0 else { return .nothing }
        var buffer = [UInt8](repeating: 0, count: count)
        let received = recv(control.descriptor, &buffer, count, Int32(MSG_DONTWAIT))
        if received > 0 { return .bytes(Array(buffer[..<received])) }
        return received < 0 && [EAGAIN, EINTR].contains(errno) ? .nothing : .closed
    }

    /// Sends bytes without waiting.
    ///
    /// - Returns: whether all bytes were sent. If not, either no byte was sent or the connection is
    ///   unusable.
    package func send(_ bytes: [UInt8]) -> Bool {
        let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
        return Glibc.send(control.descriptor, bytes, bytes.count, flags) == bytes.count
    }

    /// Gives the first thread of the process, and threads that it starts later, a low priority. The
    /// lowest priority would stop the process while other programs are busy.
    package func lowerPriority() {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(child), 10)
    }

    /// The processor time of all threads of the process, in nanoseconds; `nil` if unknown.
    package var processorTime: Int? { ProcessorTime.of(child) }

    /// Whether a thread of the process runs, or waits for a processor or a disk. Source: proc(5),
    /// /proc/pid/stat.
    package var isRunnable: Bool {
        let folder = "/proc/\(child)/task"
        return (try? FileSystem.entries(in: folder))?.contains { thread in
            // The state follows the name of the program in parentheses.
            let fields = (try? FileSystem.contents(of: "\(folder)/\(thread)/stat")) ?? []
            guard let end = fields.lastIndex(of: UInt8(ascii: ")")), end + 2 < fields.count
            else { return false }
            return [UInt8(ascii: "R"), UInt8(ascii: "D")].contains(fields[end + 2])
        } ?? false
    }

    /// Waits for the process to end, and kills it if it does not end in time.
    package func finish(patience milliseconds: Int) -> End {
        if let end { return end }
        var status: Int32 = 0
        for _ in 0..<milliseconds {
            let ended = waitpid(child, &status, WNOHANG)
            if ended == child { return self.ended(status) }
            if ended < 0, errno != EINTR { break }
            usleep(1000)
        }
        kill(child, SIGKILL)
        while waitpid(child, nil, 0) < 0 && errno == EINTR {}
        end = .stopped
        return .stopped
    }

    /// The standard error output of the process, as lines without control characters.
    package var errorLines: [String] {
        collectErrors()
        return String(decoding: errorBytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { line in
                String(String.UnicodeScalarView(line.unicodeScalars.filter { !$0.isControl }))
            }
            .filter { !$0.isEmpty }
    }

    /// Empties the error pipe, so that the process never blocks on it.
    private func collectErrors() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while !errorsEnded {
            let count = read(errors.descriptor, &buffer, buffer.count)
            if count < 0 { return }
            errorsEnded = count == 0
            if errorBytes.count < Self.largestErrors { errorBytes += buffer[..<count] }
        }
    }

    private func ended(_ status: Int32) -> End {
        let signal = status & 0x7F
        let result: End = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
        end = result
        return result
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { value < 32 || (127..<160).contains(value) }
}
