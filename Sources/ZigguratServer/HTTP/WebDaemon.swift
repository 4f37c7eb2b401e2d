internal import CMicroHTTPD
internal import Glibc
internal import Synchronization
public import ZigguratSystem

/// The connection to libmicrohttpd. Passes requests to a responder and sends its answers.
final class WebDaemon: Sendable {
    enum Threads {
        /// A few threads send to all clients, because answers take no time.
        case few
        /// Each connection has a thread, because answers may wait.
        case perConnection

        fileprivate var count: UInt32 { self == .few ? 4 : 0 }
    }

    /// The most connections. A connection uses up to two descriptors. Connections that are being
    /// closed are not counted.
    private static let connectionLimit = 400
    /// The number of open files that connections and images need. A process usually may open 1024,
    /// and may raise this limit.
    private static let openFiles = 4096
    /// The time after which an idle connection is closed, in seconds.
    private static let idleSeconds: UInt32 = 10

    /// The values that the server's threads use; retained until the threads have ended.
    private final class RequestContext: Sendable {
        let responder: Responder
        let connections: ConnectionTable
        let memory = AnswerMemory()
        let log: @Sendable (AnsweredRequest) -> Void

        init(
            _ responder: Responder, _ connections: ConnectionTable,
            _ log: @escaping @Sendable (AnsweredRequest) -> Void
        ) {
            self.responder = responder
            self.connections = connections
            self.log = log
        }
    }

    /// The running server and its context. The lock guarantees that the server is stopped only
    /// once. The context is released afterwards, when all threads have ended.
    private struct Handles {
        let server: OpaquePointer
        let context: Unmanaged<RequestContext>
    }

    /// `@unchecked`: the pointers are used only inside the lock, and never after their release.
    private struct Running: @unchecked Sendable {
        var handles: Handles?
    }

    private let running: Mutex<Running>

    /// Takes ownership of a listening socket.
    ///
    /// - Parameter clientConnections: the most connections of one client; 0 for no limit.
    init(
        socket: Int32, _ responder: Responder, threads: Threads, clientConnections: Int,
        log: @escaping @Sendable (AnsweredRequest) -> Void
    ) throws(ZigguratError) {
        let limits = ConnectionTable.Limits(
            count: Self.connectionLimit, countPerClient: clientConnections)
        let connections = ConnectionTable(limits)
        MachineLimits.raiseOpenFiles(to: Self.openFiles)
        let retained = Unmanaged.passRetained(RequestContext(responder, connections, log))
        // libmicrohttpd divides the number by the threads, but not the connections.
        let hardCount = UInt32(limits.hardCount) * max(1, threads.count)
        let server = zig_server_start(
            socket, threads.count, hardCount, Self.idleSeconds,
            zig_callbacks(
                handler: { context, exchange in
                    WebDaemon.answer(exchange, WebDaemon.request(context))
                },
                opened: { context, socket, address, count in
                    let bytes = Array(UnsafeBufferPointer(start: address, count: count))
                    return WebDaemon.request(context).connections.open(socket, bytes)
                },
                changed: { context, connection, phase in
                    let connections = WebDaemon.request(context).connections
                    switch phase {
                    case zig_phase_answering: connections.change(connection, to: .answering)
                    case zig_phase_sending: connections.change(connection, to: .sending)
                    case zig_phase_closed: connections.remove(connection)
                    default: connections.change(connection, to: .waiting)
                    }
                }, context: retained.toOpaque()))
        guard let server else {
            connections.stop()
            retained.release()
            close(socket)
            throw ZigguratError(ServerError.cannotListen)
        }
        running = Mutex(Running(handles: Handles(server: server, context: retained)))
    }

    deinit {
        stop()
    }

    func stop() {
        running.withLock { running in
            guard let handles = running.handles else { return }
            running.handles = nil
            // Returns when all threads of the server have ended.
            zig_server_stop(handles.server)
            handles.context.takeUnretainedValue().connections.stop()
            handles.context.release()
        }
    }

    /// Returns the context of a running server, retained for the caller.
    private static func request(_ context: UnsafeMutableRawPointer?) -> RequestContext {
        guard let context else { preconditionFailure("a server without its context") }
        return Unmanaged<RequestContext>.fromOpaque(context).takeUnretainedValue()
    }

    private static func answer(_ exchange: OpaquePointer, _ context: RequestContext) {
        var request = Responder.Request(
            method: String(cString: zig_exchange_method(exchange)),
            // An empty target is invalid, and so is a target that is not UTF-8.
            target: String(validatingCString: zig_exchange_target(exchange)) ?? ""
        ) { name in
            zig_exchange_header(exchange, name).map { String(cString: $0) }
        }
        request.isWanted = { zig_exchange_is_open(exchange) != 0 }
        var answer = context.responder.answer(request)
        var message = message(for: answer, context.memory)
        if message == nil {
            answer = .line(503, "too many large answers at a time", [("Retry-After", "1")])
            message = Self.message(for: answer, context.memory)
        }
        if let message {
            for (name, value) in answer.headers { zig_answer_header(message, name, value) }
        }
        zig_send(exchange, UInt32(answer.status), message)
        context.log(
            AnsweredRequest(
                method: request.method, target: printable(zig_exchange_target(exchange)),
                status: answer.status, bytes: request.method == "HEAD" ? 0 : answer.body.count,
                failure: answer.failure))
    }

    /// Returns the answer for libmicrohttpd, without headers; `nil` if memory or descriptors run
    /// out.
    private static func message(for answer: Answer, _ memory: AnswerMemory) -> OpaquePointer? {
        switch answer.body {
        case .bytes(let bytes) where bytes.count <= AnswerBody.smallBytes:
            return bytes.withUnsafeBytes { zig_answer_bytes($0.baseAddress, $0.count) }
        case .bytes(let bytes): return AnswerBody(bytes, memory)?.answer()
        case .deflated(let part, let range): return AnswerBody(part, range).answer()
        case .file(let file, let range):
            // libmicrohttpd closes the descriptor.
            let descriptor = file.duplicate()
            guard descriptor >= 0 else { return nil }
            return zig_answer_file(descriptor, UInt64(range.lowerBound), UInt64(range.count))
        }
    }

    /// Returns a target for the log. Bytes that a terminal might interpret are percent-encoded.
    private static func printable(_ target: UnsafePointer<CChar>) -> String {
        var text = ""
        var place = target
        while place.pointee != 0 {
            let byte = UInt8(bitPattern: place.pointee)
            if (0x21...0x7E).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
            place += 1
        }
        return text
    }
}

/// An answered request.
public struct AnsweredRequest: Sendable {
    public let method: String
    /// The requested address without the host. Bytes that are not printable ASCII are
    /// percent-encoded.
    public let target: String
    public let status: Int
    /// The size of the answer's body.
    public let bytes: Int
    /// The reason why a container could not be opened; `nil` if no container failed.
    public let failure: ZigguratError?
}
