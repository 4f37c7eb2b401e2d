internal import Glibc
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// The source itself, copied into the export for those who want to have it.
struct Original {
    /// Beside the bundles.
    static let folder = "original"

    private static let chunk = 1 << 20

    /// The file's name without its folder.
    let file: String
    let bytes: Int

    /// That of an export; `nil` where its settings ask for none.
    init?(of source: Manifest.Source, _ settings: ExportSettings) {
        guard settings.includesSource else { return nil }
        file = source.file
        bytes = source.bytes
    }

    /// Where it lies in the export.
    func path(in fixity: Fixity) -> String { "\(fixity.payload)\(Self.folder)/\(file)" }

    /// Copies the source byte for byte; everybody may read the copy, whoever may read the source.
    static func copy(_ source: String, to path: String) throws(ZigguratError) {
        let input = unsafe open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else {
            throw ZigguratError(.unreadableSource, source, "it cannot be read to be copied")
        }
        defer { close(input) }
        let output = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard output >= 0 else { throw FileSystem.failure(path, "it cannot be written") }
        var buffer = [UInt8](repeating: 0, count: chunk)
        var problem: ZigguratError?
        while problem == nil {
            // The buffer lasts for the call and has room for what is asked for.
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe read(input, bytes.baseAddress, bytes.count)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 {
                problem = ZigguratError(.unreadableSource, source, "it cannot be read to be copied")
            }
            if count <= 0 { break }
            if unsafe !FileSystem.writeAll(buffer.span.extracting(0..<count).bytes, to: output) {
                problem = FileSystem.failure(path, "it cannot be written")
            }
        }
        guard close(output) == 0 || problem != nil else {
            throw FileSystem.failure(path, "it cannot be written")
        }
        if let problem { throw problem }
    }
}
