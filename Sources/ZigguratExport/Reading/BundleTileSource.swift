internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// A pyramid of files, in whatever they lie.
final class BundleTileSource: TileSource {
    let files: any BundleFiles
    let layout: any Layout
    let found: FoundPyramid
    /// Whether every name that the layout gives a tile has to be there, as Ziggurat writes them.
    let isComplete: Bool

    init(
        _ files: any BundleFiles, layout: any Layout, _ found: FoundPyramid, isComplete: Bool
    ) {
        self.files = files
        self.layout = found.layout ?? layout
        self.found = found
        self.isComplete = isComplete
    }

    var naming: any NamingStrategy { found.naming }
    var place: String { files.place(of: "") }

    var kind: String { layout.kind }

    /// Of somebody else's only the one that is described.
    var pyramids: [Pyramid] { isComplete ? layout.pyramids(with: pyramid) : [pyramid] }

    func holds(_ tile: Tile) -> Bool { layout.isWritten(tile) && !isLeftOut(tile) }

    func bytes(of tile: Tile) throws(ZigguratError) -> [UInt8]? {
        guard let path = path(of: tile) else { return nil }
        return try files.contents(of: path)
    }

    /// The first of a tile's names under which there is a file.
    func path(of tile: Tile) -> String? {
        let first = naming.path(of: tile)
        if files.hasFile(first) { return first }
        guard !isComplete else { return nil }
        return (layout.aliases(of: tile) + layout.foreignPaths(of: tile)).first {
            files.hasFile($0)
        }
    }

    func place(of tile: Tile) -> String {
        files.place(of: path(of: tile) ?? naming.path(of: tile))
    }

    /// Other names of the tile that are missing or hold other bytes.
    func flaws(of tile: Tile, _ bytes: [UInt8]) -> [ZigguratError] {
        guard isComplete else { return [] }
        return flaws(ofCopies: layout.aliases(of: tile), of: naming.path(of: tile), bytes)
    }

    /// What is wrong with files that are to hold the same as another one.
    func flaws(ofCopies paths: [String], of original: String, _ bytes: [UInt8]) -> [ZigguratError] {
        paths.compactMap { path in
            do throws(ZigguratError) {
                guard let copy = try files.contents(of: path) else {
                    return failure(path, "the file is missing: \(original) under another name")
                }
                guard copy == bytes else {
                    return failure(path, "it is not the same as \(original)")
                }
                return nil
            } catch {
                return error
            }
        }
    }

    /// Every path that belongs to the pyramid.
    func forEachPath(_ body: (String) -> Void) {
        for pyramid in layout.pyramids(with: pyramid) {
            for tile in pyramid.tiles where holds(tile) {
                body(naming.path(of: tile))
                layout.aliases(of: tile).forEach(body)
                if !isComplete { layout.foreignPaths(of: tile).forEach(body) }
            }
        }
        for image in layout.wholeImages(of: pyramid) { image.paths.forEach(body) }
    }

    private func failure(_ path: String, _ problem: String) -> ZigguratError {
        ZigguratError(.invalidPyramid, files.place(of: path), problem)
    }
}

extension Layout {
    /// What it is, without who reads it.
    var kind: String {
        summary.split(separator: ":", maxSplits: 1).first.map(String.init) ?? name
    }
}
