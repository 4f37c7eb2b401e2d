package import ZigguratCore
package import ZigguratSystem

extension GoogleLayout {
    /// `z/y/x` folders, where something says that they are not `z/x/y`: the blank tile that libvips
    /// lays beside them, or our own page. libvips leaves blank tiles out.
    package func findPyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] {
        guard try TileGrid.isRowFirst(files), let grid = try TileGrid(in: files, rowFirst: true)
        else { return [] }
        return [
            grid.reading(
                naming: .ending(grid.ending, of: "{z}/{y}/{x}"),
                isSparse: files.hasFile(TileGrid.blank))
        ]
    }
}
