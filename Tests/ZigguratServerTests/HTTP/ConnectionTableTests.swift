import Foundation
import Glibc
import Testing

@testable import ZigguratServer

/// The connection table closes connections to make room for new ones.
@Suite struct ConnectionTableTests {
    /// A connection in a table, with the client's end of it.
    private final class Client {
        private let ends: [Int32]
        let number: UInt64

        init(_ table: ConnectionTable, _ address: [UInt8], at time: ContinuousClock.Instant) {
            var ends: [Int32] = [-1, -1]
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
            self.ends = ends
            number = table.open(ends[0], address, at: time)
        }

        deinit { for end in ends { close(end) } }

        func send(_ text: String) { _ = Glibc.send(ends[1], text, text.utf8.count, 0) }

        var isOpen: Bool {
            var byte: UInt8 = 0
            return recv(ends[1], &byte, 1, Int32(MSG_DONTWAIT)) < 0
        }
    }

    private static let four: [UInt8] = [192, 0, 2, 7]
    private static let six: [UInt8] = [0x20, 1, 0xD, 0xB8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]

    /// The rows have the seconds at which connections of one client open, and the connections that
    /// stay open. The limit is three.
    @Test(
        arguments: [
            (four, [0, 0, 0, 2], [1, 2, 3]),
            (four, [0, 1, 2, 3, 4], [2, 3, 4]),
            // A request may be in transit on an older connection, so the new connection is closed.
            (four, [0, 0, 0, 0.5], [0, 1, 2]),
            (six, [0, 0, 0, 2], [1, 2, 3]),
            // Proxies on this machine have no limit.
            ([127, 0, 0, 1], [0, 0, 0, 2], [0, 1, 2, 3]),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 2], [0, 1, 2, 3]),
            ([], [0, 0, 0, 2], [0, 1, 2, 3]),
        ] as [([UInt8], [Double], [Int])])
    func `A client has a limited number of connections`(
        address: [UInt8], times: [Double], left: [Int]
    ) {
        // The waiting time is longer than the test.
        let table = ConnectionTable(
            ConnectionTable.Limits(count: 400, countPerClient: 3, waiting: .seconds(100_000)))
        defer { table.stop() }
        let start = ContinuousClock.now
        let clients = times.map { Client(table, address, at: start + .seconds($0)) }
        #expect(clients.indices.filter { clients[$0].isOpen } == left)
    }

    @Test func `Addresses of one IPv6 network are one client`() {
        let table = ConnectionTable(
            ConnectionTable.Limits(count: 400, countPerClient: 1, waiting: .seconds(100_000)))
        defer { table.stop() }
        let now = ContinuousClock.now
        var (sameNetwork, otherNetwork) = (Self.six, Self.six)
        sameNetwork[15] = 9
        otherNetwork[7] = 9
        let clients = [Self.six, sameNetwork, otherNetwork].map { Client(table, $0, at: now) }
        #expect(clients.map(\.isOpen) == [true, false, true])
    }

    @Test func `At the limit, a connection is closed even if all are new or busy`() {
        let table = ConnectionTable(
            ConnectionTable.Limits(count: 2, countPerClient: 0, waiting: .seconds(100_000)))
        defer { table.stop() }
        let now = ContinuousClock.now
        var clients = (0..<2).map { Client(table, [], at: now + .milliseconds($0)) }
        // The first connection is closed, although it sends its answer only since a moment.
        table.change(clients[0].number, to: .sending, at: now + .milliseconds(2))
        clients.append(Client(table, [], at: now + .milliseconds(3)))
        #expect(clients.map(\.isOpen) == [false, true, true])
        // A connection that sends for a second is closed before the first one.
        table.change(clients[1].number, to: .answering, at: now + .milliseconds(4))
        table.change(clients[2].number, to: .sending, at: now + .milliseconds(4))
        clients.append(Client(table, [], at: now + .milliseconds(1500)))
        #expect(clients.map(\.isOpen) == [false, true, false, true])
    }

    /// A busy machine reads requests late, which is not the fault of the client.
    @Test func `A connection with a request that the server has not read stays open`() {
        let table = ConnectionTable(
            ConnectionTable.Limits(count: 2, countPerClient: 0, waiting: .seconds(100_000)))
        defer { table.stop() }
        let start = ContinuousClock.now
        var clients = (0..<2).map { _ in Client(table, [], at: start) }
        clients[0].send("GET")
        clients.append(Client(table, [], at: start + .seconds(5)))
        #expect(clients.map(\.isOpen) == [true, false, true])
    }

    @Test func `The longest-waiting connection is closed first, then the longest response`() {
        let table = ConnectionTable(
            ConnectionTable.Limits(
                count: 4, countPerClient: 0, waiting: .seconds(100_000),
                newWaiting: .seconds(1), newAnswer: .seconds(10)))
        defer { table.stop() }
        #expect(ConnectionTable.Limits(count: 400, countPerClient: 0).usualCount == 360)
        let start = ContinuousClock.now
        var clients = (0..<4).map {
            Client(table, [127, 0, 0, 1], at: start + .seconds(Double($0)))
        }
        for (index, phase) in [(0, ConnectionTable.Phase.answering), (1, .sending), (3, .sending)] {
            table.change(clients[index].number, to: phase, at: start + .seconds(4 + index))
        }
        for time in [5.0, 12, 14, 20, 20.5] {
            clients.append(Client(table, [127, 0, 0, 1], at: start + .seconds(time)))
        }
        // Each new connection closes an older one: 2, 4, 5 and 6 are waiting. Connection 7 is too
        // new, so 1, which is sending, is closed.
        #expect(clients.indices.filter { !clients[$0].isOpen } == [1, 2, 4, 5, 6])
    }
}
