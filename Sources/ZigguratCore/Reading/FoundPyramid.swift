package import ZigguratSystem

/// A pyramid that lies somewhere, as its descriptor or, where it has none, its tiles tell.
package struct FoundPyramid: Sendable {
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
    /// What the tiles do not tell for sure and was taken for granted, a sentence each.
    package let assumptions: [String]
    /// What is wrong with the descriptors without keeping anybody from reading the tiles.
    package let faults: [ZigguratError]

    package init(
        _ pyramid: Pyramid, naming: any NamingStrategy, descriptors: [String] = [],
        isSparse: Bool = false, absent: AbsentTiles = .none, layout: (any Layout)? = nil,
        assumptions: [String] = [],
        faults: [ZigguratError] = []
    ) {
        self.pyramid = pyramid
        self.naming = naming
        self.layout = layout
        self.descriptors = descriptors
        self.isSparse = isSparse
        self.absent = absent
        self.assumptions = assumptions
        self.faults = faults
    }
}

/// A pyramid, or what kept one from being read whose descriptor is there.
package typealias PyramidReading = Result<FoundPyramid, ZigguratError>
