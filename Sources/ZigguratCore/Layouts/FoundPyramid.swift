package import ZigguratSystem

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
