internal import Glibc
internal import ZigguratKit

/// The image on standard input, copied to a file: decoders read at any offset and in other
/// processes.
enum StandardInput {
    /// The name of the file, which is the default name of the export.
    static let name = ExportName.standardInput

    /// Runs a closure with the paths, where a temporary file replaces `-`. Removes the temporary
    /// file afterwards.
    static func replace<Result>(
        in paths: [String], _ cancellation: Cancellation,
        _ body: ([String]) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        guard paths.contains("-") else { return try body(paths) }
        let random = String(UInt64.random(in: .min ... .max), radix: 36)
        let folder = "\(SourceImage.temporaryFolder)/ziggurat-\(random)"
        // The file's folder has the same name as the file, for `{parent}` in export names.
        let file = "\(folder)/\(name)/\(name)"
        // Other users cannot read the image. `unsafe`: Swift keeps the C string until the call
        // returns.
        guard unsafe mkdir(folder, 0o700) == 0 else { throw .file(.createFolder, folder) }
        defer { try? FileSystem.remove(folder) }
        try FileSystem.makeFolders("\(folder)/\(name)")
        try copy(to: file, cancellation)
        return try body(paths.map { $0 == "-" ? file : $0 })
    }

    /// Returns the error with `-` instead of the temporary file.
    static func named(_ error: ZigguratError) -> ZigguratError {
        ExportName.isStandardInput(error.subject) ? error.about("-") : error
    }

    private static func copy(
        to path: String, _ cancellation: Cancellation
    ) throws(ZigguratError) {
        guard isatty(STDIN_FILENO) == 0 else {
            throw ZigguratError(CommandError.inputIsTerminal, "-")
        }
        let file = try AppendedFile(path, keeping: 0)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            guard !cancellation.isCancelled else { throw ZigguratError(Cancelled(), "-") }
            // A blocking read would not notice a cancellation, so the loop polls first.
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&input, 1, 200) != 0 else { continue }
            let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count >= 0 else { throw .file(.read, "-") }
            guard count > 0 else { return }
            // `unsafe`: the file uses the span only during the call.
            try unsafe file.append(bytes.span.extracting(0..<count).bytes)
        }
    }
}
