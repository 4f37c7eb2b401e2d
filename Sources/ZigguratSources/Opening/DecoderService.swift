internal import CSystem
internal import CVips
internal import Glibc
internal import Synchronization
internal import ZigguratCore
public import ZigguratImaging
internal import ZigguratSystem

/// The process that ``DecoderProcess`` starts, which performs one task.
enum DecoderService {
    /// Loads libvips, then forks this process for each task. The child performs the task.
    static func serveForks() {
        // If libvips cannot be loaded, formats of other decoders still work.
        try? VipsRuntime.start()
        if ForkServer.serve() { run() }
    }

    /// Receives a task from the connection of the process and does it.
    static func run() {
        // A crash ends the process immediately, without a backtrace.
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE] {
            _ = signal(number, SIG_DFL)
        }
        zig_enlarge_main_stack()
        // If the kernel does not support the filter, the resource limits still apply.
        _ = zig_confine_system_calls()
        // libvips must not use temporary files for large images, because the process cannot write
        // files.
        setenv("VIPS_DISC_THRESHOLD", "1000g", 1)
        let connection = DecoderConnection()
        guard let task = connection.receive()?.document(DecoderTask.self) else { return }
        do throws(ZigguratError) {
            try perform(task, connection)
        } catch {
            let failure = DecoderProcessError(error, of: task.path)
            if let frame = DecoderFrame(.failure, document: failure) {
                connection.send(frame)
            }
        }
    }

    private static func perform(
        _ task: DecoderTask, _ connection: DecoderConnection
    ) throws(ZigguratError) {
        if case .recognition(let paths) = task.work {
            // Answers are sent file by file, because the next file may end the process.
            for path in paths { connection.send(.recognition([Decoders.mayRead(path)])) }
            return
        }
        if case .contents = task.work {
            connection.send(.contents(DocumentContents(of: task.path, trust: task.trust)))
            return
        }
        let source = try SourceImage(path: task.path, request: task.request, trust: task.trust)
        switch task.work {
        case .header: connection.send(.header(source.header, source.plan))
        case .values:
            let finding = try source.findValueRange()
            connection.send(
                .values(
                    lower: finding.limits?.lowerBound, upper: finding.limits?.upperBound,
                    opacity: finding.opacity, finding.step))
        case .profile: connection.send(.profile(try source.keptProfile()))
        case .rows(let target, let ringRows, let firstRow):
            let reading = try source.makeReading(
                keepsAlpha: target.keepsAlpha, background: target.background,
                limits: target.limits, opacity: target.opacity, turnsRows: false)
            connection.send(
                .rows(reading.size, bands: reading.bands, sampleBytes: reading.sampleBytes))
            try RowDelivery(
                reading, from: firstRow, ringRows: ringRows, connection
            ).run(reading)
        case .contents, .recognition: break
        }
    }
}

/// The connection of a decoder process to the program.
///
/// Several threads may send at once; only one thread may receive.
final class DecoderConnection: Sendable {
    private static let descriptor: Int32 = 3
    static let memoryDescriptor: Int32 = 4

    func send(_ answer: DecoderAnswer) {
        if let frame = DecoderFrame(.answer, document: answer) { send(frame) }
    }

    /// Sends a message. If the program is gone, the process ends.
    func send(_ frame: DecoderFrame) {
        let bytes = frame.bytes
        if !FileTransfer.write(bytes.span.bytes, to: Self.descriptor) { _exit(0) }
    }

    /// Waits for a message; `nil` if the program is gone.
    func receive() -> DecoderFrame? {
        guard let bytes = read(DecoderFrame.headLength),
            let (kind, length) = DecoderFrame.head(bytes[...]), let payload = read(length)
        else { return nil }
        return DecoderFrame(kind, payload)
    }

    private func read(_ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let step = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(
                    Self.descriptor, buffer.baseAddress.unsafelyUnwrapped + done, count - done)
            }
            if step < 0, errno == EINTR { continue }
            guard step > 0 else { return nil }
            done += step
        }
        return bytes
    }
}

extension SourceRequest.Isolation {
    /// The first argument of a process that forks decoders.
    private static let serverArgument = "prepare-decoders"

    /// The server that starts processes of ``program`` faster; `nil` if other arguments are
    /// set.
    var server: ForkServer? { arguments == [Self.argument] ? Self.servers[program] : nil }

    private static let servers = ForkServers(arguments: [serverArgument])

    /// If the program was started as a decoder, decodes an image and ends the process. Call it
    /// before anything else.
    public static func serveIfAsked() {
        guard CommandLine.argc == 2 else { return }
        switch CommandLine.arguments[1] {
        case argument: DecoderService.run()
        case serverArgument: DecoderService.serveForks()
        default: return
        }
        _exit(0)
    }
}

/// The fork servers by program.
private final class ForkServers: Sendable {
    private let arguments: [String]
    private let servers = Mutex<[String: ForkServer]>([:])

    init(arguments: [String]) { self.arguments = arguments }

    subscript(_ program: String) -> ForkServer {
        servers.withLock { servers in
            let server = servers[program] ?? ForkServer(program, arguments)
            servers[program] = server
            return server
        }
    }
}
