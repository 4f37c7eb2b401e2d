internal import CommandLineParsing
internal import ZigguratKit

extension ArgumentFile {
    /// The largest argument file, in bytes. A larger file is probably an image given by mistake.
    private static let byteLimit = 16 << 20

    /// Reads argument files from the disk.
    static let onDisk = ArgumentFile { path in
        guard let name = path.text, let file = FileSystem.attributes(of: name) else {
            return .failure(ReadingFailure("not found"))
        }
        guard !file.isFolder else { return .failure(ReadingFailure("it is a folder")) }
        guard file.byteCount <= byteLimit else { return .failure(ReadingFailure("too large")) }
        do throws(ZigguratError) {
            return .success(try FileSystem.contents(of: name) ?? [])
        } catch {
            return .failure(ReadingFailure(error.message.problem))
        }
    }
}
