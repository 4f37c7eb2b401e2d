package import ZigguratSystem

/// The files that a pyramid is read from: those of a folder or an archive. Called from several
/// threads.
///
/// Paths are relative to the top, with `/` between folders.
package protocol BundleFiles: AnyObject, Sendable {
    /// The names directly in a folder, sorted; those of folders end with a slash. Empty if the folder
    /// does not exist.
    ///
    /// - Parameter folder: “” for the top.
    func names(in folder: String) throws(ZigguratError) -> [String]
    /// The bytes of a file; `nil` if it does not exist.
    func contents(of path: String) throws(ZigguratError) -> [UInt8]?
    /// The range of a file's bytes in an archive; `nil` if they are compressed, or the files are not
    /// in an archive.
    func packedRange(of path: String) throws(ZigguratError) -> Range<Int>?
    /// The compressed bytes of a file in an archive; `nil` if they are not compressed, or the files
    /// are not in an archive.
    func deflatedPart(of path: String) throws(ZigguratError) -> DeflatedPart?
    /// The size of a file in bytes; `nil` if it does not exist.
    func byteCount(of path: String) -> Int?
    /// The format and size of an image, from its first bytes; `nil` if the file is not an image.
    func tileImage(at path: String) throws(ZigguratError) -> TileImage?
    /// Calls the body with each file, hidden ones included, until it returns `false`.
    func forEachFile(_ body: (_ path: String, _ byteCount: Int) -> Bool) throws(ZigguratError)
    /// The full path of a file, for messages.
    func place(of path: String) -> String
}

extension BundleFiles {
    package func packedRange(of path: String) throws(ZigguratError) -> Range<Int>? { nil }

    package func deflatedPart(of path: String) throws(ZigguratError) -> DeflatedPart? { nil }

    package func hasFile(_ path: String) -> Bool { byteCount(of: path) != nil }
}
