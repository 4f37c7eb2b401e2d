internal import Glibc
internal import ZigguratImaging
internal import ZigguratSystem

/// The open connections of a server. Closes connections that block others.
///
/// libmicrohttpd closes a connection that transfers nothing, but a client that sends a byte now and
/// then keeps its connection. So this table limits the time until a request is complete.
final class ConnectionTable: Sendable {
    enum Phase: Int {
        /// The connection waits for a complete request.
        case waiting
        /// The server sends an answer.
        case sending
        /// The server prepares an answer.
        case answering
    }

    struct Limits {
        /// The most connections at a time. A further connection closes another connection at once.
        let count: Int
        /// The number of connections above which libmicrohttpd resets new ones. This number exceeds
        /// ``count``, because libmicrohttpd notices closed connections only after a while.
        var hardCount: Int { 2 * count }
        /// The number of connections above which the connections that wait longest are closed.
        var usualCount: Int { count - count / 10 }
        /// The most connections of one client; 0 for no limit.
        let countPerClient: Int
        /// The longest time from an answer, or from the start of the connection, to the end of the
        /// next request.
        var waiting: Duration = .seconds(10)
        /// The time during which a waiting connection is not closed to make room, because its
        /// request may be on its way.
        var newWaiting: Duration = .seconds(1)
        /// The time during which a connection is not closed while an answer is prepared or sent, so
        /// that the work is not wasted.
        var newAnswer: Duration = .seconds(10)
    }

    private struct Connection {
        let socket: Int32
        /// The client's address or network; `nil` for clients on this machine.
        let client: [UInt8]?
        var phase = Phase.waiting
        var start: ContinuousClock.Instant
        /// Whether the table has shut the connection down.
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
        // The thread ends after `stop`, and does not retain the table.
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

    /// Adds a connection, and closes others if there are too many.
    ///
    /// - Parameter address: the client's address, 4 or 16 bytes; empty if unknown.
    /// - Returns: the number of the connection.
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
                Self.closeFirst(besides: state.last, &state, limits, now)
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

    /// Removes a connection, whose socket is closed afterwards.
    func remove(_ number: UInt64) {
        state.withLock { $0.connections[number] = nil }
    }

    /// Whether a client has the most connections allowed, and all of them are too new to be closed.
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

    /// Closes the connections that have waited too long for a request. If too many connections
    /// remain, closes the oldest ones.
    private static func closeOverdue(
        _ state: inout State, _ limits: Limits, _ now: ContinuousClock.Instant
    ) {
        for (number, connection) in state.connections
        where connection.phase == .waiting && now - connection.start >= limits.waiting
            && !hasUnreadBytes(connection)
        {
            close(number, &state)
        }
        while openCount(state) > limits.usualCount {
            guard closeOldest(&state, limits, now, where: { _ in true }) else { return }
        }
    }

    /// Closes the connection that has waited longest for a request. If no connection waits, closes
    /// the connection whose answer takes longest.
    ///
    /// - Returns: `false` if all connections are too new, or have a request that the server has not
    ///   read yet.
    @discardableResult
    private static func closeOldest(
        _ state: inout State, _ limits: Limits, _ now: ContinuousClock.Instant,
        where isCandidate: (Connection) -> Bool
    ) -> Bool {
        let candidates = state.connections.filter { _, connection in
            let least = connection.phase == .waiting ? limits.newWaiting : limits.newAnswer
            return !connection.isShut && now - connection.start >= least && isCandidate(connection)
        }.sorted {
            ($0.value.phase.rawValue, $0.value.start, $0.key)
                < ($1.value.phase.rawValue, $1.value.start, $1.key)
        }
        let oldest = candidates.first { $0.value.phase != .waiting || !hasUnreadBytes($0.value) }
        guard let oldest else { return false }
        close(oldest.key, &state)
        return true
    }

    /// Closes a connection although all are new: one that receives its answer slowly, otherwise the
    /// one that was opened first. So a new visitor has as much time as many further connections take.
    private static func closeFirst(
        besides new: UInt64, _ state: inout State, _ limits: Limits,
        _ now: ContinuousClock.Instant
    ) {
        let open = state.connections.filter { $0.key != new && !$0.value.isShut }
        let slow = open.filter {
            $0.value.phase == .sending && now - $0.value.start >= limits.newWaiting
        }
        let first = slow.min { ($0.value.start, $0.key) < ($1.value.start, $1.key) }?.key
        if let first = first ?? open.keys.min() { close(first, &state) }
    }

    /// Whether bytes of a request have arrived that the server has not read yet. Then the client does
    /// not wait with its request; the server is late, for example on a busy machine.
    private static func hasUnreadBytes(_ connection: Connection) -> Bool {
        var byte: UInt8 = 0
        return recv(connection.socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
    }

    /// Shuts a connection down. The lock keeps its socket valid until libmicrohttpd notices the end
    /// and closes the socket.
    private static func close(_ number: UInt64, _ state: inout State) {
        guard let connection = state.connections[number], !connection.isShut else { return }
        state.connections[number]?.isShut = true
        _ = shutdown(connection.socket, Int32(SHUT_RDWR))
    }

    /// Returns the client to which an address belongs; `nil` for this machine, where a proxy may
    /// serve many visitors.
    ///
    /// A client with IPv6 may use all addresses of its network, so the network counts as one
    /// client.
    private static func client(at address: [UInt8]) -> [UInt8]? {
        switch address.count {
        case 4: address[0] == 127 ? nil : address
        case 16: address == [UInt8](repeating: 0, count: 15) + [1] ? nil : Array(address.prefix(8))
        default: nil
        }
    }
}
