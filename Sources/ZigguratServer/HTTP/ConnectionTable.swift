internal import Glibc
internal import ZigguratImaging
internal import ZigguratSystem

/// The open connections of a server. Closes those that keep others out.
///
/// libmicrohttpd closes a connection that transfers nothing. A client that sends a byte now and then
/// is not idle for it, so this table limits the time until a request is complete.
final class ConnectionTable: Sendable {
    enum Phase: Int {
        /// The connection waits for a complete request.
        case waiting
        /// An answer is sent.
        case sending
        /// An answer is made.
        case answering
    }

    struct Limits {
        /// The most connections at the same time. With one more, another one is closed at once.
        let count: Int
        /// libmicrohttpd resets further connections. It notices those that are closed a bit later.
        var hardCount: Int { count + count / 4 }
        /// With more connections, the ones that wait longest are closed.
        var usualCount: Int { count - count / 10 }
        /// The most connections of a client; 0 for no limit.
        let countPerClient: Int
        /// The time from an answer, or from the beginning, to the end of the next request.
        var waiting: Duration = .seconds(10)
        /// For so long, a connection that waits is not closed to make room: its request may be on its
        /// way.
        var newWaiting: Duration = .seconds(1)
        /// For so long, an answer is neither made nor sent in vain.
        var newAnswer: Duration = .seconds(10)
    }

    private struct Connection {
        let socket: Int32
        /// `nil` for clients on this machine.
        let client: [UInt8]?
        var phase = Phase.waiting
        var start: ContinuousClock.Instant
        /// Whether it is being closed.
        var isShut = false
    }

    private struct State {
        var connections: [UInt64: Connection] = [:]
        var last: UInt64 = 0
        var isStopped = false
    }

    private let state = ConditionLocked(State())
    private let limits: Limits
    private let thread: WorkerThreads

    init(_ limits: Limits) {
        self.limits = limits
        // The thread ends with `stop`, and does not retain the table.
        thread = WorkerThreads(count: 1) { [state] in
            while true {
                let isStopped = state.wait(milliseconds: 200) { $0.isStopped ? true : nil }
                guard isStopped == nil else { return }
                state.withLock { Self.closeOverdue(&$0, limits, .now) }
            }
        }
    }

    func stop() {
        state.change { $0.isStopped = true }
        thread.join()
    }

    /// Adds a connection and closes others if there are too many.
    ///
    /// - Parameter address: of the client: 4 or 16 bytes, or none if it is unknown.
    /// - Returns: a number for the connection.
    func open(_ socket: Int32, _ address: [UInt8], at now: ContinuousClock.Instant = .now) -> UInt64
    {
        let client = Self.client(at: address)
        return state.withLock { state in
            let isFull = isFull(client, &state, now)
            state.last += 1
            state.connections[state.last] = Connection(socket: socket, client: client, start: now)
            if isFull { Self.close(state.last, &state) }
            let count = Self.openCount(state)
            if count > limits.usualCount,
                !Self.closeOldest(&state, limits, now, where: { _ in true }), count > limits.count
            {
                Self.closeOldest(besides: state.last, &state)
            }
            return state.last
        }
    }

    func change(_ number: UInt64, to phase: Phase, at now: ContinuousClock.Instant = .now) {
        state.withLock { state in
            state.connections[number]?.phase = phase
            state.connections[number]?.start = now
        }
    }

    /// Forgets a connection; its socket is closed afterwards.
    func remove(_ number: UInt64) {
        state.withLock { $0.connections[number] = nil }
    }

    /// Whether a client has its most connections, and none of them may be closed for another one.
    private func isFull(
        _ client: [UInt8]?, _ state: inout State, _ now: ContinuousClock.Instant
    ) -> Bool {
        guard let client, limits.countPerClient > 0 else { return false }
        let count = state.connections.values.count { $0.client == client && !$0.isShut }
        guard count >= limits.countPerClient else { return false }
        return !Self.closeOldest(&state, limits, now) { $0.client == client }
    }

    private static func openCount(_ state: State) -> Int {
        state.connections.values.count { !$0.isShut }
    }

    /// Closes the connections that wait too long for a request, and some others if there are too many.
    private static func closeOverdue(
        _ state: inout State, _ limits: Limits, _ now: ContinuousClock.Instant
    ) {
        for (number, connection) in state.connections
        where connection.phase == .waiting && now - connection.start >= limits.waiting {
            close(number, &state)
        }
        while openCount(state) > limits.usualCount {
            guard closeOldest(&state, limits, now, where: { _ in true }) else { return }
        }
    }

    /// Closes the connection that has waited longest for a request; if none waits, the one whose answer
    /// takes longest.
    ///
    /// - Returns: `false` if all connections are too new.
    @discardableResult
    private static func closeOldest(
        _ state: inout State, _ limits: Limits, _ now: ContinuousClock.Instant,
        where isCandidate: (Connection) -> Bool
    ) -> Bool {
        let oldest = state.connections.filter { _, connection in
            let least = connection.phase == .waiting ? limits.newWaiting : limits.newAnswer
            return !connection.isShut && now - connection.start >= least && isCandidate(connection)
        }.min {
            ($0.value.phase.rawValue, $0.value.start, $0.key)
                < ($1.value.phase.rawValue, $1.value.start, $1.key)
        }
        guard let oldest else { return false }
        close(oldest.key, &state)
        return true
    }

    /// Closes the connection whose answer is sent for the longest time, or the one that waits longest for a
    /// request.
    private static func closeOldest(besides new: UInt64, _ state: inout State) {
        func rank(_ connection: Connection) -> (Int, ContinuousClock.Instant) {
            (
                connection.phase == .sending ? 0 : connection.phase == .waiting ? 1 : 2,
                connection.start
            )
        }
        let oldest = state.connections.filter { $0.key != new && !$0.value.isShut }
            .min { rank($0.value) < rank($1.value) }
        if let oldest { close(oldest.key, &state) }
    }

    /// libmicrohttpd closes the socket when it finds its end. Until then the lock keeps it valid.
    private static func close(_ number: UInt64, _ state: inout State) {
        guard let connection = state.connections[number], !connection.isShut else { return }
        state.connections[number]?.isShut = true
        _ = shutdown(connection.socket, Int32(SHUT_RDWR))
    }

    /// The client that an address counts for: the address, or a network of IPv6, which one client can
    /// have; `nil` for this machine, where a proxy may serve many visitors.
    private static func client(at address: [UInt8]) -> [UInt8]? {
        switch address.count {
        case 4: address[0] == 127 ? nil : address
        case 16: address == [UInt8](repeating: 0, count: 15) + [1] ? nil : Array(address.prefix(8))
        default: nil
        }
    }
}
