/// Limits the number of tasks that run at the same time, in the order of their calls.
struct Turnstile: Sendable {
    private let places: Places

    init(places: Int) {
        self.places = Places(free: places)
    }

    /// Waits for a free place and runs `body`.
    func pass<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async throws -> Result {
        await places.enter()
        do {
            let result = try await body()
            await places.leave()
            return result
        } catch {
            await places.leave()
            throw error
        }
    }

    private actor Places {
        private var free: Int
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(free: Int) {
            self.free = free
        }

        func enter() async {
            if free > 0 {
                free -= 1
            } else {
                await withCheckedContinuation { waiting.append($0) }
            }
        }

        func leave() {
            if waiting.isEmpty {
                free += 1
            } else {
                waiting.removeFirst().resume()
            }
        }
    }
}
