package import ZigguratSystem

/// A pyramid that lies somewhere, as its descriptor or, where it has none, its tiles tell.
package struct FoundPyramid: Sendable {
    /// Where the size of the image is known from.
    package enum SizeOrigin: Hashable, Sendable {
        /// A descriptor or a manifest.
        case descriptor
        /// The tiles of the highest level; those at the edge may be padded.
        case tiles(mayBePadded: Bool)
    }

    package let pyramid: Pyramid
    /// The layout with its settings, where they tell; `nil` for that of the registry.
    package let layout: (any Layout)?
    /// What its tiles are called. Tools differ in endings; the layout's own naming otherwise.
    package let naming: any NamingStrategy
    /// The files that describe it.
    package let descriptors: [String]
    /// Whether tiles may be missing, because nothing is to be seen on them.
    package let isSparse: Bool
    /// Those that are known to have been left out.
    package let absent: AbsentTiles
    package let sizeOrigin: SizeOrigin
    /// What is wrong with the descriptors without keeping anybody from reading the tiles.
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

/// A pyramid, or what kept one from being read whose descriptor is there.
package typealias PyramidReading = Result<FoundPyramid, ZigguratError>
