internal import CSystem
internal import Glibc
internal import Synchronization
public import ZigguratImaging
internal import ZigguratSystem

extension SourceRequest.Isolation {
    /// The first argument of a process that forks decoders.
    private static let serverArgument = "prepare-decoders"

    /// The server that starts processes of ``program`` faster; `nil` if other arguments are
    /// set.
    var server: ForkServer? { arguments == [Self.argument] ? Self.servers[program] : nil }

    private static let servers = ForkServers(arguments: [serverArgument])

    /// If the program was started as a decoder, decodes an image and ends the process. Call it
    /// before anything else.
    public static func serveIfAsked() {
        guard CommandLine.argc == 2 else { return }
        switch CommandLine.arguments[1] {
        case argument: DecoderService.run()
        case serverArgument: DecoderService.serveForks()
        default: return
        }
        _exit(0)
    }
}

/// The fork servers by program.
private final class ForkServers: Sendable {
    private let arguments: [String]
    private let servers = Mutex<[String: ForkServer]>([:])

    init(arguments: [String]) { self.arguments = arguments }

    subscript(_ program: String) -> ForkServer {
        servers.withLock { servers in
            let server = servers[program] ?? ForkServer(program, arguments)
            servers[program] = server
            return server
        }
    }
}
