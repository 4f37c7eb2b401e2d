internal import ZigguratCore
internal import ZigguratSystem

/// Work that cannot be told to stop, such as a library that decodes a whole picture in one call: it
/// is done on a thread of its own, which is left alone with it as soon as nobody wants its result
/// any more.
enum LeavableWork {
    /// How often it is asked whether the result is still wanted, in milliseconds.
    private static let patience = 100

    /// Waits until the work is done.
    ///
    /// - Parameters:
    ///   - isWanted: asked now and then; an answer of `false` ends the waiting, not the work.
    ///   - body: must hold whatever it works with.
    /// - Throws: ``ZigguratError`` of the code `cancelled` where it is no longer wanted.
    static func run(
        isWanted: () -> Bool, _ body: @escaping @Sendable () -> Void
    ) throws(ZigguratError) {
        let isDone = Monitor(false)
        let thread = WorkerThreads(count: 1) {
            body()
            isDone.change { $0 = true }
        }
        // A system that gives no thread has to wait.
        guard thread.count == 1 else { return body() }
        while isDone.wait(milliseconds: patience, for: { $0 ? true : nil }) == nil {
            guard isWanted() else {
                thread.leave()
                throw ZigguratError(.cancelled, "", "stopped on request")
            }
        }
        thread.join()
    }
}
