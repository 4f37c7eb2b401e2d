package import ZigguratCore
internal import ZigguratStore
package import ZigguratSystem

/// A pyramid whose tiles are files, in a folder or in an archive.
package final class FileTileSource: TileSource {
    package let files: any BundleFiles
    package let layout: any Layout
    package let found: FoundPyramid
    /// Whether Ziggurat wrote the pyramid, so that every alias of a tile must exist.
    package let isComplete: Bool
    private let paths: TilePaths

    init(
        _ files: any BundleFiles, layout: any Layout, _ found: FoundPyramid, isComplete: Bool
    ) {
        self.files = files
        self.layout = found.layout ?? layout
        self.found = found
        self.isComplete = isComplete
        paths = TilePaths(of: self.layout)
    }

    package var naming: any NamingStrategy { found.naming }
    package var place: String { files.place(of: "") }

    /// The layout's summary up to the colon, which precedes the names of clients.
    package var kind: String {
        layout.summary.split(separator: ":", maxSplits: 1).first.map(String.init) ?? layout.name
    }

    /// The pyramids of the layout. For a pyramid of another tool, only the described pyramid.
    package var pyramids: [Pyramid] { isComplete ? layout.pyramids(with: pyramid) : [pyramid] }

    package func holds(_ tile: Tile) -> Bool { paths.isWritten(tile) && !isLeftOut(tile) }

    package func bytes(of tile: Tile) throws(ZigguratError) -> [UInt8]? {
        guard let path = path(of: tile) else { return nil }
        return try files.contents(of: path)
    }

    package func place(of tile: Tile) -> String {
        files.place(of: path(of: tile) ?? naming.path(of: tile))
    }

    package func flaws(of tile: Tile, _ bytes: [UInt8]) -> [ZigguratError] {
        guard isComplete else { return [] }
        return flaws(ofCopies: paths.aliases(of: tile), of: naming.path(of: tile), bytes)
    }

    /// Returns the faults of files that must have equal bytes as another file.
    package func flaws(ofCopies paths: [String], of original: String, _ bytes: [UInt8])
        -> [ZigguratError]
    {
        paths.compactMap { path in
            let place = files.place(of: path)
            do throws(ZigguratError) {
                guard let copy = try files.contents(of: path) else {
                    return ZigguratError(VerificationError.missingAlias(of: original), place)
                }
                return copy == bytes
                    ? nil : ZigguratError(VerificationError.differentAlias(of: original), place)
            } catch {
                return error
            }
        }
    }

    package func forEachPath(_ body: (String) -> Void) {
        for pyramid in layout.pyramids(with: pyramid) {
            for tile in pyramid.tiles where holds(tile) {
                body(naming.path(of: tile))
                paths.aliases(of: tile).forEach(body)
                if !isComplete { paths.otherPaths(of: tile).forEach(body) }
            }
        }
        for image in layout.wholeImages(of: pyramid) { image.paths.forEach(body) }
    }

    /// Returns the first path of a tile that has a file.
    private func path(of tile: Tile) -> String? {
        let first = naming.path(of: tile)
        if files.hasFile(first) { return first }
        guard !isComplete else { return nil }
        return (paths.aliases(of: tile) + paths.otherPaths(of: tile)).first {
            files.hasFile($0)
        }
    }
}
