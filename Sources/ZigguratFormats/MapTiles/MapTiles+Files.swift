package import ZigguratCore
package import ZigguratSystem

extension MapTiles {
    /// The tiles `z/x/y` among files, with any extension.
    ///
    /// Rows are counted from the bottom beside `tilemapresource.xml`; the folders of a zoom are rows
    /// in the layout of libvips.
    package init(in files: any BundleFiles) throws(ZigguratError) {
        let resource = try files.contents(of: TileMapResource.path)
        let isRowFirst = resource == nil ? try TileGrid.isRowFirst(files) : false
        var paths: [Tile.Address: String] = [:]
        try files.forEachFile { path, _ in
            let parts = path.split(separator: "/")
            guard parts.count == 3, let zoom = TileGrid.number(parts[0]), zoom < 31,
                let folder = TileGrid.number(parts[1]), let dot = parts[2].lastIndex(of: "."),
                let file = TileGrid.number(parts[2][..<dot]), max(folder, file) < 1 << zoom,
                TileFormat(fileExtension: String(parts[2][dot...].dropFirst())) != nil
            else { return true }
            let row = isRowFirst ? folder : resource == nil ? file : (1 << zoom) - 1 - file
            paths[Tile.Address(level: zoom, column: isRowFirst ? file : folder, row: row)] = path
            return true
        }
        let found = paths
        let ending = paths.values.first?.split(separator: ".").last ?? ""
        let area = try resource.flatMap { bytes throws(ZigguratError) in
            try TileMapResource.area(of: bytes, files.place(of: TileMapResource.path))
        }
        self.init(
            place: files.place(of: ""), addresses: paths.keys,
            cells: area?.cells,
            placeOfTile: { tile in
                let row = resource == nil ? tile.row : (1 << tile.level) - 1 - tile.row
                return files.place(
                    of: found[tile] ?? "\(tile.level)/\(tile.column)/\(row).\(ending)")
            },
            read: { tile throws(ZigguratError) in
                try found[tile].flatMap { path throws(ZigguratError) in
                    try files.contents(of: path)
                }
            })
    }
}
