package import ZigguratSystem

/// A layout whose pyramids are recognised by their files, so that pyramids of any program can be
/// verified, repacked and previewed.
package protocol ReadableLayout: Layout {
    /// Returns the pyramids of this layout at the top of a folder, as their descriptors describe
    /// them; empty if the folder has no pyramid of this layout.
    func findPyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading]
    /// Returns further paths under which other programs write a tile.
    func otherPaths(of tile: Tile) -> [String]
}

extension ReadableLayout {
    package func otherPaths(of tile: Tile) -> [String] { [] }
}

extension Layout {
    package var isKnownByItsFiles: Bool { original is any ReadableLayout }

    package func pyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] {
        try (self as? any ReadableLayout)?.findPyramids(in: files) ?? []
    }

    package func foreignPaths(of tile: Tile) -> [String] {
        (self as? any ReadableLayout)?.otherPaths(of: tile) ?? []
    }
}
