import Foundation

/// HTTP requests to a server on this machine, over a plain socket.
///
/// Foundation's URLSession loses some answers of chromedriver (“Failed writing header”).
enum LocalHTTP {
    /// Sends a request to a port of 127.0.0.1 and returns the body of the answer, of any status.
    ///
    /// - Throws: ``Failure`` if no complete answer arrives.
    static func answer(
        port: UInt16, method: String, path: String, body: Data
    ) async throws -> Data {
        let head = """
            \(method) \(path) HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            Connection: close\r
            \r

            """
        let message = Data(head.utf8) + body
        return try await withCheckedThrowingContinuation { continuation in
            // Runs in its own thread, because a blocking call would stall Swift's thread pool.
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { try exchange(message, port: port) })
            }
        }
    }

    private static func exchange(_ message: Data, port: UInt16) throws -> Data {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
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

        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafeBytes(of: &address) { bytes in
            connect(
                descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(bytes.count))
        }
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

    /// Reads a header, and a body of the length that the header states.
    private static func receive(_ descriptor: Int32) throws -> Data {
        var received = Data()
        var expected: Int?
        var bodyStart = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if expected == nil, let end = received.firstRange(of: Data("\r\n\r\n".utf8)) {
                let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
                bodyStart = end.upperBound
                expected =
                    head.lowercased().firstMatch(of: /\r\ncontent-length: *(\d+)/)
                    .flatMap { Int($0.output.1) } ?? .max
            }
            if let expected, received.count - bodyStart >= expected { break }
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count == 0 && expected == .max { break }
            guard count > 0 else {
                throw Failure(step: "receive", code: count == 0 ? ECONNRESET : errno)
            }
            received += buffer[..<count]
        }
        return received[bodyStart...]
    }

    struct Failure: Error, CustomStringConvertible {
        let step: String
        let code: Int32
        var description: String { "\(step): \(String(cString: strerror(code)))" }
    }
}
