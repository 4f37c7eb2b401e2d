internal import CSystem
internal import Glibc
internal import ZigguratCore
public import ZigguratSystem

/// A web server for looking at exports before they are published: one folder, read only, on this
/// machine unless a host says otherwise.
///
///     let server = try PreviewServer(of: "Output", port: 0) { print($0.target, $0.status) }
///     print(server.address)           // http://127.0.0.1:36511/
///     server.stop()
///
/// It answers on threads of its own from the moment it is made until it is stopped or nobody holds
/// it any longer.
public final class PreviewServer: Sendable {
    /// A request that was answered.
    public struct Entry: Sendable {
        public let method: String
        /// The address as it was sent, without the host. Whatever is not printable ASCII is
        /// percent-encoded.
        public let target: String
        public let status: Int
        /// The bytes of the answer's body.
        public let bytes: Int
    }

    public let folder: String
    public let host: String
    public let port: Int
    private let daemon: WebDaemon

    /// Serves a folder.
    ///
    /// - Parameters:
    ///   - host: a name or an address of this machine; `0.0.0.0` or `::` for all that it has.
    ///   - port: 0 takes a free one.
    ///   - containers: looks into archives and the like, which are then served like folders under
    ///     their own path with a slash behind it; they are plain files where it is `nil`.
    ///   - log: called on a thread of the server with each request that was answered.
    /// - Throws: ``ZigguratError`` where there is no such folder or nobody can listen there.
    public init(
        of folder: String, host: String = "127.0.0.1", port: Int = 8000,
        containers: (any ContainerOpener)? = nil,
        log: @escaping @Sendable (Entry) -> Void = { _ in }
    ) throws(ZigguratError) {
        let site = try Self.site(folder)
        let socket = try ListeningSocket(host: host, port: port)
        self.folder = folder
        self.host = host
        self.port = socket.port
        daemon = try WebDaemon(
            socket: socket.descriptor,
            Responder(folder: site, containers: containers.map(OpenContainers.init)), log: log)
    }

    /// Where a browser on this machine finds the folder.
    public var address: String {
        let name =
            switch host {
            case "0.0.0.0", "": "127.0.0.1"
            case "::": "[::1]"
            default: host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
            }
        return "http://\(name):\(port)/"
    }

    /// Ends every connection. Harmless where it was stopped already.
    public func stop() {
        daemon.stop()
    }

    private static func site(_ folder: String) throws(ZigguratError) -> SiteFolder {
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            switch code {
            case ENOENT:
                throw ZigguratError(
                    .unreadableSource, folder, "there is no such folder",
                    remedy: "name the one that you exported to")
            case ENOTDIR:
                throw ZigguratError(
                    .unreadableSource, folder, "this is a file",
                    remedy: "name the folder that it is in")
            default:
                throw ZigguratError(
                    .unreadableSource, folder,
                    "the folder cannot be opened (\(String(cString: strerror(code))))")
            }
        }
        let probe = zig_open_beneath(descriptor, ".", O_DIRECTORY)
        guard probe >= 0 else {
            let code = errno
            close(descriptor)
            throw ZigguratError(
                .unreadableSource, folder,
                "files in it cannot be opened safely (openat2: \(String(cString: strerror(code))))",
                remedy: "Linux 5.6 or newer is needed, and a container that lets openat2 through")
        }
        close(probe)
        return SiteFolder(descriptor)
    }
}
