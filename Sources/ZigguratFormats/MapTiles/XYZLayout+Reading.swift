package import ZigguratCore
package import ZigguratSystem

extension XYZLayout {
    /// `z/x/y` folders. They have no descriptor: the tiles themselves say what they say.
    package func findPyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] {
        guard !files.hasFile("tilemapresource.xml"), try !TileGrid.isRowFirst(files),
            let grid = try TileGrid(in: files)
        else { return [] }
        return [grid.reading(naming: .ending(grid.ending, of: "{z}/{x}/{y}"))]
    }
}
