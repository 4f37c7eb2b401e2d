internal import Glibc
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A decoder process that performs one task, and whose answers are not trusted.
///
/// The process ends when the last reference is released.
final class DecoderProcess {
    /// Returns the memory of a process without pixels, in bytes: its libraries, and 1 MB for each
    /// processor (measured).
    static func baseBytes(needsVips: Bool) -> Int {
        libraryBytes(needsVips: needsVips) + 10_000_000
            + WorkerThreads.defaultCount * 1_000_000
    }

    /// Returns the size of the libraries' code, in bytes. The code is not private memory.
    static func libraryBytes(needsVips: Bool) -> Int { needsVips ? 40_000_000 : 11_000_000 }

    /// The private memory that a process reserves before it holds pixels, in bytes: the data of
    /// libraries, and stacks of 2 MiB for two threads per processor.
    static let reservedBytes = 44_000_000 + WorkerThreads.defaultCount << 22

    package let path: String
    private let process: ConfinedProcess
    private let memoryLimit: Int
    /// The longest time without a message from the process, in seconds; see ``isOverdue``.
    private let patience: Int
    /// Whether the process gets a low priority if its task takes long.
    private var yields: Bool
    private var lastProgress = SuspendingClock.now
    /// The processor time of the process at the last progress, in nanoseconds.
    private var timeAtProgress = 0
    /// The bytes of an incomplete message.
    private var pending: [UInt8] = []

    /// The interval at which a waiting thread asks whether the work is still wanted.
    private static let pollMilliseconds = 50
    /// The longest time from the end of the connection to the end of the process, in milliseconds.
    private static let endMilliseconds = 1000
    /// The time after which a process that yields gets a low priority.
    private static let ordinaryPriority = Duration.milliseconds(500)

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - memoryLimit: the memory limit of the process, in bytes.
    ///   - sharedBytes: the size of the memory into which the process writes rows, in bytes.
    ///   - pixelCount: the number of pixels that the process decodes.
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
            throw ZigguratError(SourceError.decoder(.cannotStart), path, cause: error.cause)
        }
        guard let frame = DecoderFrame(.task, document: task), process.send(frame.bytes) else {
            throw ending()
        }
    }

    /// The memory into which the process writes; it may change at any time.
    package var memory: UnsafeMutableRawBufferPointer? { process.memory }

    /// Reports how many rows were taken out of the ring.
    ///
    /// - Returns: `false` if the process cannot receive the message at the moment.
    func tell(taken count: Int) -> Bool {
        process.send(DecoderFrame(.taken, count: count).bytes)
    }

    /// Waits for the answer to the task.
    ///
    /// - Parameter isWanted: called several times a second; returns `false` to cancel.
    func answer(isWanted: () -> Bool = { true }) throws(ZigguratError) -> DecoderAnswer {
        let frame = try next(isWanted)
        guard frame.kind == .answer, let answer = frame.document(DecoderAnswer.self) else {
            throw wrongAnswer()
        }
        return answer
    }

    /// Waits for rows.
    ///
    /// - Returns: the number of rows written to the ring so far, which the caller has to check.
    func rowCount(isWanted: () -> Bool) throws(ZigguratError) -> Int {
        let frame = try next(isWanted)
        guard frame.kind == .rows, let count = frame.count else { throw wrongAnswer() }
        return count
    }

    /// Returns the error for an impossible answer.
    func wrongAnswer() -> ZigguratError {
        ZigguratError(SourceError.decoder(.invalidAnswer), path)
    }

    /// Waits for a complete message.
    ///
    /// - Throws: the failure that the process reports.
    private func next(_ isWanted: () -> Bool) throws(ZigguratError) -> DecoderFrame {
        while true {
            if let frame = try takeFrame() {
                (lastProgress, timeAtProgress) = (.now, process.processorTime ?? 0)
                guard frame.kind == .failure else { return frame }
                guard let fault = frame.document(DecoderProcessError.self), fault.reason.isPlausible
                else {
                    throw wrongAnswer()
                }
                throw fault.error(path, memoryLimit: memoryLimit)
            }
            guard isWanted() else { throw ZigguratError(Cancelled(), path) }
            guard !isOverdue else {
                throw ZigguratError(SourceError.decoder(.timeout(seconds: patience)), path)
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

    /// Whether the process has taken too long since its last message.
    private var isOverdue: Bool {
        DecodingLimit.isOver(
            patience, time: SuspendingClock.now - lastProgress,
            used: .nanoseconds((process.processorTime ?? .max) - timeAtProgress),
            isRunnable: process.isRunnable)
    }

    /// Removes and returns the first complete message; `nil` if no message is complete.
    private func takeFrame() throws(ZigguratError) -> DecoderFrame? {
        guard pending.count >= DecoderFrame.headLength else { return nil }
        guard let (kind, length) = DecoderFrame.head(pending[...]) else { throw wrongAnswer() }
        let end = DecoderFrame.headLength + length
        guard pending.count >= end else { return nil }
        let frame = DecoderFrame(kind, Array(pending[DecoderFrame.headLength..<end]))
        pending.removeFirst(end)
        return frame
    }

    /// Returns the error for a process that ended before its task was done.
    private func ending() -> ZigguratError {
        let end = process.finish(patience: Self.endMilliseconds)
        let lines = process.errorLines
        if DecoderMessages(lines: lines).reportMemory { return outOfMemory() }
        guard case .killed(let signal) = end else {
            return crash(lines.last)
        }
        return switch SignalMeaning(signal) {
        case .request: ZigguratError(Cancelled(), path)
        // The kernel sends SIGKILL if the machine runs out of memory.
        case .kill: outOfMemory()
        case .processorTime:
            ZigguratError(SourceError.decoder(.processorTime), path)
        case .crash(let name): crash(lines.last.map { "\($0) (\(name))" } ?? name)
        }
    }

    private func outOfMemory() -> ZigguratError {
        ZigguratError(SourceError.decoder(.outOfMemory(limit: memoryLimit)), path)
    }

    private func crash(_ cause: String?) -> ZigguratError {
        ZigguratError(
            SourceError.decoder(.crashed), path, cause: cause.map(DecoderProcessError.cause))
    }
}

/// The meaning of a signal that ended a decoder process.
enum SignalMeaning: Equatable {
    /// A user or a program requested the end, for example with Ctrl-C.
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
