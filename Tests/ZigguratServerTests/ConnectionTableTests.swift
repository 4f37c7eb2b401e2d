import Foundation
import Testing

@testable import ZigguratServer

/// Which connections are closed to make room.
@Suite struct ConnectionTableTests {
    /// A connection to a table, and the other end of it.
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

        var isOpen: Bool {
            var byte: UInt8 = 0
            return recv(ends[1], &byte, 1, Int32(MSG_DONTWAIT)) < 0
        }
    }

    private static let four: [UInt8] = [192, 0, 2, 7]
    private static let six: [UInt8] = [0x20, 1, 0xD, 0xB8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]

    /// The seconds at which connections of one client are opened, and the ones that remain of three.
    @Test(
        arguments: [
            (four, [0, 0, 0, 2], [1, 2, 3]),
            (four, [0, 1, 2, 3, 4], [2, 3, 4]),
            // A request may be on its way: the new connection is refused.
            (four, [0, 0, 0, 0.5], [0, 1, 2]),
            (six, [0, 0, 0, 2], [1, 2, 3]),
            // Proxies are on this machine.
            ([127, 0, 0, 1], [0, 0, 0, 2], [0, 1, 2, 3]),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 2], [0, 1, 2, 3]),
            ([], [0, 0, 0, 2], [0, 1, 2, 3]),
        ] as [([UInt8], [Double], [Int])])
    func `A client has a limited number of connections`(
        address: [UInt8], times: [Double], left: [Int]
    ) {
        // Longer than the test takes.
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

    @Test func `More connections than the limit close new ones, too`() {
        let table = ConnectionTable(
            ConnectionTable.Limits(count: 2, countPerClient: 0, waiting: .seconds(100_000)))
        defer { table.stop() }
        let now = ContinuousClock.now
        var clients = (0..<2).map { Client(table, [], at: now + .milliseconds($0)) }
        table.change(clients[0].number, to: .answering, at: now)
        clients.append(Client(table, [], at: now + .milliseconds(3)))
        #expect(clients.map(\.isOpen) == [true, false, true])
        table.change(clients[2].number, to: .sending, at: now + .milliseconds(4))
        clients.append(Client(table, [], at: now + .milliseconds(5)))
        #expect(clients.map(\.isOpen) == [true, false, false, true])
    }

    @Test func `The connection that waits longest makes room, then the longest answer`() {
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
        // 2 waits; then 4 waits for seven seconds, 5 for two, 6 for six, and 7 is new: 1 is sent.
        #expect(clients.indices.filter { !clients[$0].isOpen } == [1, 2, 4, 5, 6])
    }
}
