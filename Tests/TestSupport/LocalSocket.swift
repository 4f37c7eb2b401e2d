import Foundation

/// Connections to servers on this machine.
enum LocalSocket {
    /// Calls a closure in its own thread, because a blocking call would stall Swift's thread pool.
    static func inThread<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Swift.Result { try body() })
            }
        }
    }

    /// Sends a message to a server and returns what `receive` reads from the connection.
    ///
    /// - Parameters:
    ///   - address: the bytes of a `sockaddr_in` or `sockaddr_un`.
    ///   - receive: reads from a descriptor.
    static func exchange(
        _ message: Data, with address: UnsafeRawBufferPointer,
        _ receive: (Int32) throws -> Data
    ) throws -> Data {
        let family = address.loadUnaligned(as: sa_family_t.self)
        let descriptor = socket(Int32(family), Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(step: "socket", code: errno) }
        defer { close(descriptor) }
        // Children must not inherit the connection.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        // This limit exceeds the limits of chromedriver, because chromedriver's errors say more.
        var limit = timeval(tv_sec: 2 * Int(Patience.limit / .seconds(1)), tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(
                descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        let connected = connect(
            descriptor, address.assumingMemoryBound(to: sockaddr.self).baseAddress,
            socklen_t(address.count))
        guard connected == 0 else { throw Failure(step: "connect", code: errno) }

        var rest = message[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { bytes in
                send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { throw Failure(step: "send", code: errno) }
            rest = rest.dropFirst(sent)
        }
        return try receive(descriptor)
    }

    /// Reads until the other end closes the connection.
    static func receiveAll(_ descriptor: Int32) throws -> Data {
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count >= 0 else { throw Failure(step: "receive", code: errno) }
            guard count > 0 else { return received }
            received += buffer[..<count]
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let step: String
        let code: Int32
        var description: String { "\(step): \(String(cString: strerror(code)))" }
    }
}
