internal import CSystem
internal import Glibc
internal import Synchronization
internal import ZigguratSystem

extension SourceRequest {
    /// How decoders run in processes of their own, so that a hostile file ends such a process and
    /// not the program.
    ///
    /// Decoders of JPEG, PNG, TIFF and WebP run in the program, unless libvips has to read the file.
    /// All others get a process that cannot write files, start programs or use the network, with
    /// limits for memory and time.
    ///
    /// The process is another run of an executable that calls ``serveIfAsked()`` first:
    ///
    ///     SourceRequest.Isolation.serveIfAsked()
    ///     var exporter = Exporter()
    ///     exporter.options.trust.isolation = SourceRequest.Isolation()
    public struct Isolation: Hashable, Sendable {
        /// The path of the executable.
        public var program: String
        /// Its arguments.
        package var arguments: [String]
        /// The memory of a process, in bytes. `Exporter.Options.memoryLimit` lowers it.
        public var memoryLimit = Int.max
        /// The private memory of a process whose image is not planned yet, in bytes, if it is more than
        /// any process needs.
        package var unplannedMemory = Int.max
        /// How long a process may deliver nothing, in seconds; large images get one second more for
        /// each megapixel.
        public var secondsWithoutProgress = 60

        /// Whether a process that needs long leaves the processors to others.
        package var yields = false

        /// - Parameter program: the default is the running program.
        public init(program: String = "/proc/self/exe") {
            self.program = program
            arguments = [Self.argument]
        }

        /// The first argument of a run that decodes, and of one that copies itself for that.
        private static let argument = "decode-for-parent"
        private static let serverArgument = "prepare-decoders"

        /// Starts processes of ``program`` faster; `nil` if other arguments are set.
        var server: ForkServer? { arguments == [Self.argument] ? Self.servers[program] : nil }

        private static let servers = ForkServers(arguments: [serverArgument])

        /// Decodes an image and ends the process, if the program runs for that. Call it before
        /// anything else.
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
}

/// The server of each program.
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
