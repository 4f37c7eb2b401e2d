internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// A socket that waits for connections.
struct ListeningSocket {
    let descriptor: Int32
    /// The port that was taken: the one asked for, or the one that the system chose.
    let port: Int

    /// - Parameters:
    ///   - host: a name, or an address of either family.
    ///   - port: 0 lets the system choose.
    init(host: String, port: Int) throws(ZigguratError) {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(port), &hints, &list)
        guard status == 0, let list else {
            throw ZigguratError(
                .cannotListen, host,
                "there is no such address (\(String(cString: gai_strerror(status))))",
                remedy: "127.0.0.1 is this machine, 0.0.0.0 every network that it is on")
        }
        defer { freeaddrinfo(list) }
        let address = list.pointee
        let descriptor = socket(
            address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure(host, port) }
        var yes: Int32 = 1
        // So that a server that was just stopped can be started again at once. It does not take a
        // port from anybody who listens on it.
        setsockopt(
            descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
            listen(descriptor, 511) == 0,
            let taken = Self.port(of: descriptor)
        else {
            let error = Self.failure(host, port)
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.port = taken
    }

    private static func port(of descriptor: Int32) -> Int? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes in
            // Large enough for every family and aligned for each, which is what it is there for.
            guard
                getsockname(
                    descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
                    == 0
            else { return nil }
            // In both families the port stands behind the family, in network order.
            return Int(bytes[2]) << 8 | Int(bytes[3])
        }
    }

    /// What the system said last, as an error: `errno` must be fresh.
    private static func failure(_ host: String, _ port: Int) -> ZigguratError {
        let code = errno
        let reason = String(cString: strerror(code))
        let place = "\(host), port \(port)"
        return switch code {
        case EADDRINUSE:
            ZigguratError(
                .cannotListen, place, "somebody else listens there",
                remedy: "--port 0 takes a free one")
        case EACCES, EPERM:
            ZigguratError(
                .cannotListen, place, "listening there is not allowed (\(reason))",
                remedy: "choose a port above 1023 with --port")
        case EADDRNOTAVAIL:
            ZigguratError(
                .cannotListen, place, "this machine does not have the address",
                remedy: "127.0.0.1 is this machine, 0.0.0.0 every network that it is on")
        default: ZigguratError(.cannotListen, place, "nobody can listen there (\(reason))")
        }
    }
}
