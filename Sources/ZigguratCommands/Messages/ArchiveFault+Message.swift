internal import ZigguratKit

extension ArchiveFault: Worded {
    var message: Message { Message(problem, hint: hint) }

    private var problem: String {
        switch self {
        case .truncated: "truncated: the file ends early"
        case .missingEnd: "truncated: the archive has no end record"
        case .damaged(let part): "damaged \(part)"
        case .damagedCompression(let part): "damaged \(part): cannot decompress it"
        case .unsupportedVersion(let version, _): "unsupported version \(version)"
        case .unsupportedCompression(let method): "unsupported compression method \(method)"
        case .encrypted: "unsupported: the file is encrypted"
        case .checksumMismatch: "checksum mismatch (CRC-32 of the archive)"
        case .lengthMismatch: "damaged: the archive states two different lengths"
        case .missingLocalHeader: "damaged: its local header is not where the directory says"
        case .localNameMismatch: "damaged: its local header has another name"
        case .unsafePath: "invalid path: it leads out of the archive"
        case .duplicateEntry: "invalid: the archive has two files with this path"
        case .tooManyEntries(let limit): "too many tiles: the limit is \(limit)"
        case .entriesOutOfOrder: "damaged directory: tiles are out of order"
        case .directoriesTooDeep(let limit): "damaged directory: more than \(limit) levels"
        case .outOfBounds: "damaged directory: it points outside the file"
        case .countMismatch(let count, let stated, let actual):
            "the header counts \(stated) \(count.words), the directory has \(actual)"
        case .unsupportedTileType(let type): "unsupported tile type \(type): not an image"
        case .notTiled: "unsupported: the image is not in tiles"
        case .levelSizes: "unsupported: a level is not half as large as the one before"
        case .unsupportedSamples: "unsupported: separate planes or a colour palette"
        case .missingMetadata(let name): "missing metadata “\(name)”"
        case .invalidMetadata(let name): "invalid metadata “\(name)”"
        case .wrongTileFormat(let stated, let actual):
            "the metadata say format \(stated), the tiles are \(actual)"
        case .wrongZoom(let zoom, let stated, let actual):
            "the metadata say \(zoom.words) zoom \(stated), the tiles have \(actual)"
        case .emptyBounds: "invalid metadata: the bounds enclose no area"
        case .wrongBounds: "the metadata say other bounds than the tiles have"
        case .centreOutsideBounds: "invalid metadata: the centre is outside the bounds"
        case .centreOutsideZooms(let zoom):
            "invalid metadata: the zoom of the centre, \(zoom), is outside the zooms of the tiles"
        case .tilesOutsideImage(1): "1 tile is outside the image"
        case .tilesOutsideImage(let count): "\(count) tiles are outside the image"
        case .invalidTileAddresses(1): "1 tile has a zoom, column or row that does not exist"
        case .invalidTileAddresses(let count):
            "\(count) tiles have a zoom, column or row that does not exist"
        case .noTiles: "no tiles found"
        case .tileSizes: "unsupported: the tiles of a level have different sizes"
        case .damagedCornerTiles: "damaged: cannot read the corner tiles of the highest zoom"
        case .unreadableDatabase: "cannot read the database"
        case .damagedDatabase: "damaged database"
        case .unrecognised: "unsupported: not a container of a known format"
        }
    }

    private var hint: String {
        switch self {
        case .unsupportedVersion(_, let supported):
            "convert it to version \(supported), for example with “pmtiles convert”"
        case .unsupportedCompression: "only uncompressed, deflate and gzip data can be read"
        case .unsupportedTileType: "PNG, JPEG, WebP, AVIF and Mapbox vector tiles can be read"
        case .truncated, .missingEnd: "get a complete copy of the file"
        default: ""
        }
    }
}

extension ArchiveFault.Zoom {
    fileprivate var words: String {
        switch self {
        case .lowest: "lowest"
        case .highest: "highest"
        }
    }
}

extension ArchiveFault.Count {
    fileprivate var words: String {
        switch self {
        case .addressedTiles: "addressed tiles"
        case .tileEntries: "tile entries"
        case .tileContents: "tile contents"
        }
    }
}
