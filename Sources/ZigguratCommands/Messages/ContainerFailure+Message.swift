internal import ZigguratKit

extension ContainerFailure: Worded {
    var message: Message {
        switch self {
        case .unsupportedLayout(let layout, let container, let supported):
            Message(
                "the container \(container) cannot hold the layout \(layout)",
                hint: "use \(supported.joined(separator: " or ")), or another container")
        case .unsupportedTileFormat(let format, let container):
            Message(
                "unsupported: \(container) cannot hold \(format) tiles",
                hint: "choose another tile format with --format")
        case .uncompressedVectorTiles(let container):
            Message(
                "unsupported: \(container) cannot hold vector tiles that are not compressed",
                hint: "repack them to pmtiles or to a folder")
        case .unsupportedTile(let format, let container):
            Message(
                "unsupported tile: damaged, or a \(format) that \(container) cannot store")
        case .differentTiles(let container):
            Message(
                "unsupported: \(container) needs the same pixel format in all tiles of a level")
        case .notATile(let container): Message("\(container) can hold only tiles")
        case .tileOutOfRange(let tile): Message("invalid tile address: \(tile)")
        case .duplicatePath:
            Message(
                "already exists: two files of the bundle have this path, or one is a folder",
                hint: "choose a naming that gives each tile its own path")
        case .duplicateTile: Message("already exists: a tile was written twice")
        case .pathTooLong(let limit): Message("path too long: the limit is \(limit) bytes")
        case .notWritable: Message("cannot write the file")
        case .outOfMemory: Message("out of memory")
        }
    }
}
