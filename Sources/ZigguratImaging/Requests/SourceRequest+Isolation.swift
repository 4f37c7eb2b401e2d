extension SourceRequest {
    /// The settings of decoder processes. If a hostile file crashes a decoder, only its process
    /// ends, not the program.
    ///
    /// Decoders of JPEG, PNG, TIFF and WebP run in the program, unless libvips has to read the
    /// file. Each other decoder runs in a process that cannot write files, start programs or use
    /// the network. The process has limits for memory and time.
    ///
    /// A decoder process runs an executable that calls ``serveIfAsked()`` first:
    ///
    ///     SourceRequest.Isolation.serveIfAsked()
    ///     var exporter = Exporter()
    ///     exporter.options.trust.isolation = SourceRequest.Isolation()
    public struct Isolation: Hashable, Sendable {
        /// The path of the executable.
        public var program: String
        /// The arguments of the executable.
        package var arguments: [String]
        /// The memory limit of a process, in bytes. `Exporter.Options.memoryLimit` can lower it.
        public var memoryLimit = Int.max
        /// The private memory limit of a process before its image is planned, in bytes. It applies
        /// if it exceeds the memory that any process needs.
        package var unplannedMemory = Int.max
        /// The longest time without an answer from a process, in seconds. Large images get one more
        /// second for each megapixel.
        public var secondsWithoutProgress = 60

        /// Whether a process gets a low priority if its task takes long.
        package var yields = false

        /// - Parameter program: the executable; the default is the running program.
        public init(program: String = "/proc/self/exe") {
            self.program = program
            arguments = [Self.argument]
        }

        /// The first argument of a process that decodes.
        package static let argument = "decode-for-parent"
    }
}
