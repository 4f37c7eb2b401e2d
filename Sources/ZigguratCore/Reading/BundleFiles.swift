package import ZigguratSystem

/// The files that a pyramid is read from: a folder, or what is packed into one file. Called from
/// several threads.
///
/// Paths are relative to the top, with `/` between folders.
package protocol BundleFiles: AnyObject, Sendable {
    /// The names directly in a folder, sorted, those of folders with a slash at the end; the top
    /// one is “”. Nothing where there is no such folder.
    func names(in folder: String) throws(ZigguratError) -> [String]
    /// The bytes of a file; `nil` where there is none.
    func contents(of path: String) throws(ZigguratError) -> [UInt8]?
    /// Where the bytes of a file stand, as they are, in the one file that everything is packed
    /// into; `nil` where they stand nowhere like that.
    func packedRange(of path: String) throws(ZigguratError) -> Range<Int>?
    /// How many bytes a file has; `nil` where there is none.
    func byteCount(of path: String) -> Int?
    /// What kind of picture a file is and how large, from its first bytes; `nil` where it is none.
    func picture(at path: String) throws(ZigguratError) -> TileImage?
    /// Hands over every file with its length, hidden ones too, until the answer is `false`.
    func forEachFile(_ body: (_ path: String, _ byteCount: Int) -> Bool) throws(ZigguratError)
    /// How a file is called in messages.
    func place(of path: String) -> String
}

extension BundleFiles {
    package func packedRange(of path: String) throws(ZigguratError) -> Range<Int>? { nil }

    /// Whether there is a file of this name.
    package func hasFile(_ path: String) -> Bool { byteCount(of: path) != nil }
}
