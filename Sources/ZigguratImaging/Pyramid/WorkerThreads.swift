internal import Glibc

/// POSIX threads that run the same body. Swift's cooperative pool does not fit, since workers block
/// on each other.
package struct WorkerThreads {
    private final class Start: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private var threads: [pthread_t] = []

    /// Starts up to `count` threads; fewer if the system has no more.
    package init(count: Int, _ body: @escaping @Sendable () -> Void) {
        for _ in 0..<count {
            let start = Unmanaged.passRetained(Start(body))
            var thread = pthread_t()
            let status = pthread_create(
                &thread, nil,
                { argument in
                    guard let argument else { return nil }
                    Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
                    return nil
                }, start.toOpaque())
            guard status == 0 else {
                start.release()
                return
            }
            threads.append(thread)
        }
    }

    /// The number of started threads.
    package var count: Int { threads.count }

    /// Waits until all threads have ended.
    package func join() {
        for thread in threads { pthread_join(thread, nil) }
    }
}
