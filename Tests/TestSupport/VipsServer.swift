import Foundation

/// The program `vips-server`, which runs operations of libvips and saves the start of the `vips` command.
///
/// All tests of a process share the server, which starts with the first operation and ends with the test
/// process.
actor VipsServer {
    static let shared = VipsServer()

    /// The environment variable that hides libvips' modules for HEIC, AVIF, JPEG XL, PDF, slides and
    /// ImageMagick's formats: libvips searches this missing folder. Loading them takes most of the time of
    /// the `vips` command on small images, and few images need them.
    static let withoutModules = ["VIPSHOME": "/nonexistent"]

    /// Parts of file names and operations that need a module.
    private static let modules = [
        "heic", "heif", "avif", "jxl", "pdf", "slide", "svs", "mrxs", "magick", "gif", "bmp", "ico",
    ]

    /// Whether a command probably needs a module.
    static func needsModule(_ arguments: [String]) -> Bool {
        arguments.contains { argument in modules.contains { argument.contains($0) } }
    }

    private let socket = "ziggurat-vips-\(getpid())"
    private var starting: Task<RunningCommand?, Never>?

    /// Runs an operation, such as `["flatten", "a.png", "b.v"]`.
    ///
    /// - Parameter folder: the folder to run in; `nil` for a command with absolute paths.
    /// - Returns: `nil` without an answer from the server.
    func run(_ arguments: [String], in folder: URL?) async -> CommandResult? {
        guard await service() != nil else { return nil }
        var request = Data()
        for text in ["\(arguments.count + 1)", folder?.path ?? "/"] + arguments {
            request += Data(text.utf8) + [0]
        }
        let (message, socket) = (request, socket)
        let answer = try? await LocalSocket.inThread {
            try withUnsafeBytes(ofAddress: socket) { address in
                try LocalSocket.exchange(message, with: address, LocalSocket.receiveAll)
            }
        }
        guard let status = answer?.first, var rest = answer?.dropFirst(),
            let output = Self.text(&rest), let errors = Self.text(&rest)
        else { return nil }
        return CommandResult(
            command: ["vips"] + arguments, status: Int(status), signal: nil, timedOut: false,
            peakMemory: 0, standardOutput: output, standardError: errors)
    }

    /// Takes a length and as many bytes from the start of an answer.
    private static func text(_ rest: inout Data) -> Data? {
        let size = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard rest.count >= 4 + size else { return nil }
        defer { rest = rest.dropFirst(4 + size) }
        return rest.dropFirst(4).prefix(size)
    }

    /// The running server; `nil` if it did not start.
    private func service() async -> RunningCommand? {
        if let starting { return await starting.value }
        let task = Task { () -> RunningCommand? in
            let server = try? RunningCommand(
                BuiltProgram.url("vips-server").path, [socket], environment: Self.withoutModules,
                timeout: nil, scratch: true)
            let isReady = try? await server?.answer { $0.contains("ready") ? true : nil }
            return isReady == true ? server : nil
        }
        starting = task
        return await task.value
    }
}

/// Calls `body` with the bytes of an abstract Unix address, whose first byte is zero.
private func withUnsafeBytes<Result>(
    ofAddress name: String, _ body: (UnsafeRawBufferPointer) throws -> Result
) throws -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let start = MemoryLayout.offset(of: \sockaddr_un.sun_path) ?? 2
    withUnsafeMutableBytes(of: &address.sun_path) { $0.dropFirst().copyBytes(from: name.utf8) }
    return try withUnsafeBytes(of: &address) { bytes in
        try body(UnsafeRawBufferPointer(rebasing: bytes.prefix(start + 1 + name.utf8.count)))
    }
}
