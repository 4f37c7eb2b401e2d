internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// A decoder that does one task in a process of its own. What it says is not trusted.
///
/// The last reference ends the process.
final class DecoderProcess {
    /// What a process takes before it holds pixels, in bytes: its libraries, and 1 MB for each
    /// processor; as measured.
    static func baseBytes(needsVips: Bool) -> Int {
        libraryBytes(needsVips: needsVips) + 10_000_000
            + WorkerThreads.defaultCount * 1_000_000
    }

    /// The code of libraries, in bytes. It is not private memory.
    static func libraryBytes(needsVips: Bool) -> Int { needsVips ? 40_000_000 : 11_000_000 }

    /// The private memory that a process reserves before it holds pixels, in bytes: the stacks of two
    /// threads of 2 MiB for each processor, and the data of libraries.
    static let reservedBytes = 44_000_000 + WorkerThreads.defaultCount << 22

    let path: String
    private let process: ConfinedProcess
    private let memoryLimit: Int
    /// How long the process may deliver nothing, in seconds.
    private let patience: Int
    /// Whether the process gets a low priority when it needs long.
    private var yields: Bool
    private var lastProgress = SuspendingClock.now
    /// Bytes of a message whose end has not arrived.
    private var pending: [UInt8] = []

    /// How often a waiting thread asks whether the work is still wanted.
    private static let pollMilliseconds = 50
    /// How long a process may take to end after its connection, in milliseconds.
    private static let endMilliseconds = 1000
    /// A process that yields has the usual priority for so long.
    private static let ordinaryPriority = Duration.milliseconds(500)

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - memoryLimit: the memory that the process may take, in bytes.
    ///   - sharedBytes: the memory that the process fills with rows, in bytes.
    ///   - pixelCount: the pixels that it decodes.
    init(
        _ task: DecoderTask, _ isolation: SourceRequest.Isolation, memoryLimit: Int? = nil,
        sharedBytes: Int = 0, pixelCount: Int = 0
    ) throws(ZigguratError) {
        path = task.path
        yields = isolation.yields
        patience = DecodingLimit.patience(
            isolation.secondsWithoutProgress, pixelCount: pixelCount)
        self.memoryLimit = min(
            isolation.memoryLimit,
            max(Self.reservedBytes, memoryLimit ?? isolation.unplannedMemory),
            ConfinedProcess.addressSpaceLimit)
        do throws(ZigguratError) {
            process = try ConfinedProcess(
                isolation.program, isolation.arguments, memorySize: sharedBytes,
                limits: ConfinedProcess.Limits(
                    memory: self.memoryLimit,
                    processorTime: DecodingLimit.totalSeconds(pixelCount: pixelCount)),
                server: isolation.server)
        } catch {
            throw ZigguratError(SourceFailure.decoder(.cannotStart), path, cause: error.cause)
        }
        guard let frame = DecoderFrame(.task, document: task), process.send(frame.bytes) else {
            throw ending()
        }
    }

    /// The memory that the process fills; it may change at any time.
    var memory: UnsafeMutableRawBufferPointer? { process.memory }

    /// Tells how many rows were taken out of the ring.
    ///
    /// - Returns: `false` if the process does not listen at the moment.
    func tell(taken count: Int) -> Bool {
        process.send(DecoderFrame(.taken, count: count).bytes)
    }

    /// Waits for the answer to the task.
    ///
    /// - Parameter isWanted: asked several times a second; an answer of `false` cancels.
    func answer(isWanted: () -> Bool = { true }) throws(ZigguratError) -> DecoderAnswer {
        let frame = try next(isWanted)
        guard frame.kind == .answer, let answer = frame.document(DecoderAnswer.self) else {
            throw wrongAnswer()
        }
        return answer
    }

    /// Waits for rows.
    ///
    /// - Returns: how many are in the ring or were taken out of it; the caller has to check it.
    func rowCount(isWanted: () -> Bool) throws(ZigguratError) -> Int {
        let frame = try next(isWanted)
        guard frame.kind == .rows, let count = frame.count else { throw wrongAnswer() }
        return count
    }

    /// The error for an answer that is not possible.
    func wrongAnswer() -> ZigguratError {
        ZigguratError(SourceFailure.decoder(.invalidAnswer), path)
    }

    /// Waits for a complete message; a message about a failure is thrown.
    private func next(_ isWanted: () -> Bool) throws(ZigguratError) -> DecoderFrame {
        while true {
            if let frame = try takeFrame() {
                lastProgress = .now
                guard frame.kind == .failure else { return frame }
                guard let fault = frame.document(DecoderFault.self), fault.reason.isPlausible else {
                    throw wrongAnswer()
                }
                throw fault.error(path, memoryLimit: memoryLimit)
            }
            guard isWanted() else { throw ZigguratError(Cancelled(), path) }
            guard SuspendingClock.now - lastProgress < .seconds(patience) else {
                throw ZigguratError(SourceFailure.decoder(.timeout(seconds: patience)), path)
            }
            if yields, SuspendingClock.now - lastProgress > Self.ordinaryPriority {
                process.lowerPriority()
                yields = false
            }
            switch process.receive(
                atMost: 1 << 16, milliseconds: Self.pollMilliseconds)
            {
            case .bytes(let bytes): pending += bytes
            case .nothing: break
            case .closed: throw ending()
            }
        }
    }

    /// The first complete message.
    private func takeFrame() throws(ZigguratError) -> DecoderFrame? {
        guard pending.count >= DecoderFrame.headLength else { return nil }
        guard let (kind, length) = DecoderFrame.head(pending[...]) else { throw wrongAnswer() }
        let end = DecoderFrame.headLength + length
        guard pending.count >= end else { return nil }
        let frame = DecoderFrame(kind, Array(pending[DecoderFrame.headLength..<end]))
        pending.removeFirst(end)
        return frame
    }

    /// Why the process ended before its work was done.
    private func ending() -> ZigguratError {
        let end = process.finish(patience: Self.endMilliseconds)
        let lines = process.errorLines
        if lines.contains(where: DecoderFault.tellsOfMemory) { return outOfMemory() }
        guard case .killed(let signal) = end else {
            return crash(lines.last)
        }
        return switch SignalMeaning(signal) {
        case .request: ZigguratError(Cancelled(), path)
        // The kernel does so if the machine has no memory left.
        case .kill: outOfMemory()
        case .processorTime:
            ZigguratError(SourceFailure.decoder(.processorTime), path)
        case .crash(let name): crash(lines.last.map { "\($0) (\(name))" } ?? name)
        }
    }

    private func outOfMemory() -> ZigguratError {
        ZigguratError(SourceFailure.decoder(.outOfMemory(limit: memoryLimit)), path)
    }

    private func crash(_ cause: String?) -> ZigguratError {
        ZigguratError(
            SourceFailure.decoder(.crashed), path, cause: cause.map(DecoderFault.cause))
    }
}

/// What it means that a signal ended a decoder's process.
enum SignalMeaning: Equatable {
    /// A person or a program asked for it, as Ctrl-C does.
    case request
    /// SIGKILL.
    case kill
    case processorTime
    /// Any other signal, with its name.
    case crash(String)

    init(_ signal: Int32) {
        self =
            switch signal {
            case SIGINT, SIGTERM, SIGHUP, SIGQUIT: .request
            case SIGKILL: .kill
            case SIGXCPU: .processorTime
            default: .crash(strsignal(signal).map { String(cString: $0) } ?? "signal \(signal)")
            }
    }
}
