internal import CSystem
internal import Glibc
internal import ZigguratCore
internal import ZigguratExport
public import ZigguratFormats
public import ZigguratSystem

/// A web server that shows exports before they are published.
///
/// The server serves one folder, read-only, and by default only to this machine.
///
///     let server = try PreviewServer(of: "Output", port: 0) { print($0.target, $0.status) }
///     print(server.address)           // http://127.0.0.1:36511/
///     server.stop()
///
/// The server answers on its own threads until it is stopped or released.
public final class PreviewServer: Sendable {
    public typealias Entry = AnsweredRequest

    public let folder: String
    public let host: String
    public let port: Int
    private let daemon: WebDaemon
    private let live: LiveSite?

    /// Serves a folder. Archives and databases appear as folders, at their path with a slash.
    ///
    /// - Parameters:
    ///   - host: a name or an address of this machine; `0.0.0.0` or `::` for all its addresses.
    ///   - port: the port; 0 for a free port.
    ///   - allowedOrigin: a website whose pages may read the files, such as `https://example.org`;
    ///     `*` for all websites. Pages from servers on this machine may always read the files.
    ///   - clientConnections: the most connections of one client on another machine; 0 for no
    ///     limit.
    ///   - log: called on a thread of the server with each answered request.
    /// - Throws: `ZigguratError` with a `ServerError`.
    public convenience init(
        of folder: String, host: String = "127.0.0.1", port: Int = 8000,
        allowedOrigin: String? = nil, clientConnections: Int = PreviewServer.clientConnections,
        formats: Formats = .standard, log: @escaping @Sendable (Entry) -> Void = { _ in }
    ) throws(ZigguratError) {
        try self.init(folder, nil, host, port, allowedOrigin, clientConnections, formats, log)
    }

    /// The default for the most connections of one client. A browser opens six.
    public static let clientConnections = 64

    /// Serves images that are exported when a client requests them. Each connection has a thread.
    ///
    /// - Parameter live: the images; stopped with the server.
    /// - Throws: `ZigguratError` with a `ServerError`.
    package convenience init(
        live: LiveSite, host: String = "127.0.0.1", port: Int = 8000,
        allowedOrigin: String? = nil, clientConnections: Int = PreviewServer.clientConnections,
        log: @escaping @Sendable (Entry) -> Void = { _ in }
    ) throws(ZigguratError) {
        try self.init(
            live.folder, live, host, port, allowedOrigin, clientConnections, .standard, log)
    }

    private init(
        _ folder: String, _ live: LiveSite?, _ host: String, _ port: Int,
        _ allowedOrigin: String?, _ clientConnections: Int, _ formats: Formats,
        _ log: @escaping @Sendable (Entry) -> Void
    ) throws(ZigguratError) {
        let site = try SiteFolder(folder)
        let socket = try ListeningSocket(host: host, port: port)
        self.folder = folder
        self.host = host
        self.port = socket.port
        self.live = live
        daemon = try WebDaemon(
            socket: socket.descriptor,
            Responder(
                folder: site, containers: OpenContainers(formats),
                access: AccessRules(host: host, allowedOrigin: allowedOrigin),
                live: live.map(LiveResponder.init)),
            threads: live == nil ? .few : .perConnection, clientConnections: clientConnections,
            log: log)
    }

    /// The address of the folder for a browser on this machine.
    public var address: String {
        let name =
            switch host {
            case "0.0.0.0", "": "127.0.0.1"
            case "::": "[::1]"
            default: host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
            }
        return "http://\(name):\(port)/"
    }

    /// Closes all connections. A second call has no effect.
    public func stop() {
        live?.stop()
        daemon.stop()
    }
}
