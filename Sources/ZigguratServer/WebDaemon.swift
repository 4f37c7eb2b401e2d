internal import CMicroHTTPD
internal import Glibc
internal import Synchronization
internal import ZigguratCore
internal import ZigguratSystem

/// libmicrohttpd at work: hands requests to a responder and sends its answers.
final class WebDaemon: Sendable {
    private static let threads: UInt32 = 4
    /// Each may hold a socket and a file; a process has 1024 descriptors where nobody changed it.
    private static let connections: UInt32 = 400

    /// What the server's threads work with. It is retained for them until they are gone.
    private final class Desk: Sendable {
        let responder: Responder
        let log: @Sendable (PreviewServer.Entry) -> Void

        init(_ responder: Responder, _ log: @escaping @Sendable (PreviewServer.Entry) -> Void) {
            self.responder = responder
            self.log = log
        }
    }

    /// Pointers as numbers, which may go from thread to thread. The server is used once, to stop
    /// it, and the lock sees to that; the desk is released after it, when no thread is left.
    private struct Handles {
        let server: OpaquePointer
        let desk: Unmanaged<Desk>
    }

    /// `@unchecked`: the pointers are only used inside the lock.
    private struct Running: @unchecked Sendable {
        var handles: Handles?
    }

    private let running: Mutex<Running>

    /// Takes over a socket that listens.
    init(
        socket: Int32, _ responder: Responder,
        log: @escaping @Sendable (PreviewServer.Entry) -> Void
    ) throws(ZigguratError) {
        let desk = Unmanaged.passRetained(Desk(responder, log))
        let server = zig_server_start(
            socket, Self.threads, Self.connections,
            { context, exchange in
                guard let context else { return }
                // The desk was retained for the server, which runs.
                WebDaemon.answer(
                    exchange, at: Unmanaged<Desk>.fromOpaque(context).takeUnretainedValue())
            }, desk.toOpaque())
        guard let server else {
            desk.release()
            close(socket)
            throw ZigguratError(.cannotListen, "", "the web server cannot be started")
        }
        running = Mutex(Running(handles: Handles(server: server, desk: desk)))
    }

    deinit {
        stop()
    }

    func stop() {
        running.withLock { running in
            guard let handles = running.handles else { return }
            running.handles = nil
            // Comes back when every thread of the server has ended.
            zig_server_stop(handles.server)
            handles.desk.release()
        }
    }

    private static func answer(_ exchange: OpaquePointer, at desk: Desk) {
        let request = Responder.Request(
            method: String(cString: zig_exchange_method(exchange)),
            // What is not UTF-8 is no address, as an empty one is none.
            target: String(validatingCString: zig_exchange_target(exchange)) ?? ""
        ) { name in
            zig_exchange_header(exchange, name).map { String(cString: $0) }
        }
        let answer = desk.responder.answer(request)
        send(answer, to: exchange)
        desk.log(
            PreviewServer.Entry(
                method: request.method, target: printable(zig_exchange_target(exchange)),
                status: answer.status, bytes: request.method == "HEAD" ? 0 : answer.count))
    }

    private static func send(_ answer: Answer, to exchange: OpaquePointer) {
        let message: OpaquePointer?
        switch answer.body {
        case .bytes(let bytes):
            message = bytes.withUnsafeBytes { zig_answer_bytes($0.baseAddress, $0.count) }
        case .file(let file, let range):
            // The library closes what it is given.
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

    /// What is printed of a target: whatever a terminal might take for something else is encoded.
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
