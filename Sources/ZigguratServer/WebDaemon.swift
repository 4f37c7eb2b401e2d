internal import CMicroHTTPD
internal import Glibc
internal import Synchronization
internal import ZigguratSystem

/// The connection to libmicrohttpd: passes requests to a responder and sends its answers.
final class WebDaemon: Sendable {
    enum Threads {
        /// Answers take no time, so a few threads send to all clients.
        case few
        /// Answers may wait.
        case perConnection

        fileprivate var count: UInt32 { self == .few ? 4 : 0 }
        /// After so many seconds an idle connection is closed. A thread that waits for an answer is
        /// idle, too.
        fileprivate var idleSeconds: UInt32 { self == .few ? 10 : 60 }
    }

    /// Each uses up to two descriptors, and the usual limit of a process is 1024.
    private static let connections: UInt32 = 400

    /// The values that the server's threads use; retained until the threads have ended.
    private final class RequestContext: Sendable {
        let responder: Responder
        let log: @Sendable (PreviewServer.Entry) -> Void

        init(_ responder: Responder, _ log: @escaping @Sendable (PreviewServer.Entry) -> Void) {
            self.responder = responder
            self.log = log
        }
    }

    /// The server is used once, to stop it, which the lock guarantees; the context is released
    /// after that, when no thread is left.
    private struct Handles {
        let server: OpaquePointer
        let context: Unmanaged<RequestContext>
    }

    /// `@unchecked`: the pointers are used inside the lock only, and not after they are released.
    private struct Running: @unchecked Sendable {
        var handles: Handles?
    }

    private let running: Mutex<Running>

    /// Takes ownership of a listening socket.
    init(
        socket: Int32, _ responder: Responder, threads: Threads,
        log: @escaping @Sendable (PreviewServer.Entry) -> Void
    ) throws(ZigguratError) {
        let retained = Unmanaged.passRetained(RequestContext(responder, log))
        let server = zig_server_start(
            socket, threads.count, Self.connections, threads.idleSeconds,
            { context, exchange in
                guard let context else { return }
                // Retained as long as the server runs.
                WebDaemon.answer(
                    exchange,
                    Unmanaged<RequestContext>.fromOpaque(context).takeUnretainedValue())
            }, retained.toOpaque())
        guard let server else {
            retained.release()
            close(socket)
            throw ZigguratError(ServerFailure.cannotListen)
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
            // Returns when every thread of the server has ended.
            zig_server_stop(handles.server)
            handles.context.release()
        }
    }

    private static func answer(_ exchange: OpaquePointer, _ context: RequestContext) {
        var request = Responder.Request(
            method: String(cString: zig_exchange_method(exchange)),
            // An empty target is invalid, like one that is not UTF-8.
            target: String(validatingCString: zig_exchange_target(exchange)) ?? ""
        ) { name in
            zig_exchange_header(exchange, name).map { String(cString: $0) }
        }
        request.isWanted = { zig_exchange_is_open(exchange) != 0 }
        let answer = context.responder.answer(request)
        send(answer, to: exchange)
        context.log(
            PreviewServer.Entry(
                method: request.method, target: printable(zig_exchange_target(exchange)),
                status: answer.status, bytes: request.method == "HEAD" ? 0 : answer.body.count,
                failure: answer.failure))
    }

    private static func send(_ answer: Answer, to exchange: OpaquePointer) {
        let message: OpaquePointer?
        switch answer.body {
        case .bytes(let bytes):
            message = bytes.withUnsafeBytes { zig_answer_bytes($0.baseAddress, $0.count) }
        case .file(let file, let range):
            // The library closes the descriptor.
            let descriptor = file.duplicate()
            message =
                descriptor < 0
                ? nil
                : zig_answer_file(descriptor, UInt64(range.lowerBound), UInt64(range.count))
        }
        guard let message else { return zig_send(exchange, 503, nil) }
        for (name, value) in answer.headers { zig_answer_header(message, name, value) }
        zig_send(exchange, UInt32(answer.status), message)
    }

    /// A target for logs: bytes that a terminal might interpret are percent-encoded.
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
