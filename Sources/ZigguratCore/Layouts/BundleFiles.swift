package import ZigguratSystem

/// The files from which a pyramid is read, in a folder or an archive. Called from several threads.
///
/// Paths are relative to the top, with `/` between folders.
package protocol BundleFiles: AnyObject, Sendable {
    /// Returns the sorted names directly in a folder; names of folders end with a slash. Empty if
    /// the folder does not exist.
    ///
    /// - Parameter folder: “” for the top.
    func names(in folder: String) throws(ZigguratError) -> [String]
    /// Returns the bytes of a file; `nil` if it does not exist.
    func contents(of path: String) throws(ZigguratError) -> [UInt8]?
    /// Returns the range of a file's bytes in an archive; `nil` if the bytes are compressed or the
    /// files are not in an archive.
    func packedRange(of path: String) throws(ZigguratError) -> Range<Int>?
    /// Returns the compressed bytes of a file in an archive; `nil` if the file is not compressed or
    /// the files are not in an archive.
    func deflatedPart(of path: String) throws(ZigguratError) -> DeflatedPart?
    /// Returns the size of a file in bytes; `nil` if it does not exist.
    func byteCount(of path: String) -> Int?
    /// Reads the format and size of an image from its first bytes; `nil` if the file is not an
    /// image.
    func tileImage(at path: String) throws(ZigguratError) -> TileImage?
    /// Calls the body with each file, including hidden files, until the body returns `false`.
    func forEachFile(_ body: (_ path: String, _ byteCount: Int) -> Bool) throws(ZigguratError)
    /// Returns the full path of a file, for messages.
    func place(of path: String) -> String
}

extension BundleFiles {
    package func packedRange(of path: String) throws(ZigguratError) -> Range<Int>? { nil }

    package func deflatedPart(of path: String) throws(ZigguratError) -> DeflatedPart? { nil }

    package func hasFile(_ path: String) -> Bool { byteCount(of: path) != nil }
}

/// A stored pyramid as its descriptor or its tiles describe it.
package struct FoundPyramid: Sendable {
    /// The origin of the image's size.
    package enum SizeOrigin: Hashable, Sendable {
        /// A descriptor or a manifest.
        case descriptor
        /// The tiles of the highest level. If edge tiles may be padded, the size is an upper bound.
        case tiles(mayBePadded: Bool)
    }

    package let pyramid: Pyramid

    /// The largest number of tiles of a readable pyramid: the tiles of an image of 17 terapixels. A
    /// descriptor can state any number.
    package static let maximumTileCount = 1 << 28

    /// The layout with settings from the files; `nil` for the layout in ``Formats``.
    package let layout: (any Layout)?
    /// The naming of the tiles: the layout's naming, or its naming with another file extension.
    package let naming: any NamingStrategy
    package let descriptors: [String]
    /// Whether blank tiles may be missing.
    package let isSparse: Bool
    /// The skipped tiles, if known.
    package let absent: AbsentTiles
    package let sizeOrigin: SizeOrigin
    /// Faults of the descriptors that do not prevent reading the tiles.
    package let faults: [ZigguratError]

    package init(
        _ pyramid: Pyramid, naming: any NamingStrategy, descriptors: [String] = [],
        isSparse: Bool = false, absent: AbsentTiles = .none, layout: (any Layout)? = nil,
        sizeOrigin: SizeOrigin = .descriptor, faults: [ZigguratError] = []
    ) {
        self.pyramid = pyramid
        self.naming = naming
        self.layout = layout
        self.descriptors = descriptors
        self.isSparse = isSparse
        self.absent = absent
        self.sizeOrigin = sizeOrigin
        self.faults = faults
    }
}

/// A pyramid, or the reason why the pyramid of an existing descriptor cannot be read.
package typealias PyramidReading = Result<FoundPyramid, ZigguratError>
