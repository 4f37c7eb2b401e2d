internal import Glibc
package import ZigguratSystem

/// A socket that accepts connections.
struct ListeningSocket {
    let descriptor: Int32
    /// The requested port, or the port that the system chose.
    let port: Int

    /// - Parameters:
    ///   - host: a name, or an IPv4 or IPv6 address.
    ///   - port: the port; 0 lets the system choose a port.
    init(host: String, port: Int) throws(ZigguratError) {
        var hints = addrinfo()
        hints.ai_flags = AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(port), &hints, &list)
        guard status == 0, let list else {
            throw ZigguratError(
                ServerError.hostNotFound, host,
                cause: .library(String(cString: gai_strerror(status))))
        }
        defer { freeaddrinfo(list) }
        let address = list.pointee
        let descriptor = socket(
            address.ai_family, address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failure(host, port) }
        var yes: Int32 = 1
        // A server can restart at once after it stopped. A port in use stays unavailable.
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
            // Large enough and aligned for every address family.
            guard
                getsockname(
                    descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
                    == 0
            else { return nil }
            // In both address families, the port follows the family, in network byte order.
            return Int(bytes[2]) << 8 | Int(bytes[3])
        }
    }

    /// Returns the error of the last system call. No other call may come between, because it could
    /// change `errno`.
    private static func failure(_ host: String, _ port: Int) -> ZigguratError {
        let cause = ZigguratError.Cause.lastSystemError
        let failure: ServerError =
            switch cause {
            case .system(EADDRINUSE): .addressInUse
            case .system(EACCES), .system(EPERM): .addressNotAllowed
            case .system(EADDRNOTAVAIL): .addressNotAvailable
            default: .cannotListen
            }
        return ZigguratError(
            failure, "\(host), port \(port)", cause: failure == .cannotListen ? cause : nil)
    }
}

/// A reason why the preview server cannot start.
package enum ServerError: ErrorReason {
    case folderNotFound
    case notFolder
    case cannotOpenFolder
    /// The system call `openat2` is missing, so opened files cannot be restricted to the folder.
    case cannotRestrictFolder
    case hostNotFound
    case addressInUse
    case addressNotAllowed
    case addressNotAvailable
    case cannotListen

    package var code: ZigguratError.Code {
        switch self {
        case .folderNotFound, .notFolder, .cannotOpenFolder, .cannotRestrictFolder:
            .unreadableSource
        case .hostNotFound, .addressInUse, .addressNotAllowed, .addressNotAvailable, .cannotListen:
            .cannotListen
        }
    }
}

extension ServerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .folderNotFound: "folder not found"
        case .notFolder: "not a folder"
        case .cannotOpenFolder: "cannot open the folder"
        case .cannotRestrictFolder: "unsupported: openat2 is not available"
        case .hostNotFound: "address not found"
        case .addressInUse: "address already in use"
        case .addressNotAllowed: "permission denied"
        case .addressNotAvailable: "address not available on this machine"
        case .cannotListen: "cannot listen"
        }
    }
}
