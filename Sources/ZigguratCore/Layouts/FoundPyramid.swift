package import ZigguratSystem

/// A stored pyramid as its descriptor describes it, or as it follows from its tiles.
package struct FoundPyramid: Sendable {
    /// Where the size of the image is known from.
    package enum SizeOrigin: Hashable, Sendable {
        /// A descriptor or a manifest.
        case descriptor
        /// The tiles of the highest level; those at the edge may be padded.
        case tiles(mayBePadded: Bool)
    }

    package let pyramid: Pyramid

    /// The most tiles of a stored pyramid that are looked at: those of an image of 17 terapixels. A
    /// document can describe any number.
    package static let maximumTileCount = 1 << 28

    /// The layout with settings that follow from the files; `nil` for that of ``Formats``.
    package let layout: (any Layout)?
    /// Names the tiles: the layout's own naming, or one with another file extension.
    package let naming: any NamingStrategy
    package let descriptors: [String]
    /// Whether blank tiles may be missing.
    package let isSparse: Bool
    /// The skipped tiles, if they are known.
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

/// A pyramid, or why one whose descriptor exists cannot be read.
package typealias PyramidReading = Result<FoundPyramid, ZigguratError>
