import Foundation

/// HTTP requests to a server on this machine, over a plain socket.
///
/// Foundation's URLSession loses some answers of chromedriver (“Failed writing header”).
enum LocalHTTP {
    /// Sends a request to a port of 127.0.0.1 and returns the body of the answer, of any status.
    ///
    /// - Throws: ``LocalSocket/Failure`` if no complete answer arrives.
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
        return try await LocalSocket.inThread { try exchange(message, port: port) }
    }

    private static func exchange(_ message: Data, port: UInt16) throws -> Data {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return try withUnsafeBytes(of: &address) { address in
            try LocalSocket.exchange(message, with: address, receive)
        }
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
                throw LocalSocket.Failure(step: "receive", code: count == 0 ? ECONNRESET : errno)
            }
            received += buffer[..<count]
        }
        return received[bodyStart...]
    }
}
