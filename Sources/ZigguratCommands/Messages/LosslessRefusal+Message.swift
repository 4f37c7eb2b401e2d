internal import ZigguratKit

extension LosslessRefusal: Worded {
    var message: Message {
        let message = obstacle.message
        guard let layout else { return message }
        return Message("layout \(layout): \(message.problem)", hint: message.hint)
    }
}

extension LosslessRefusal.Obstacle: Worded {
    var message: Message {
        switch self {
        case .notJPEG(let format):
            Message(
                "lossless tiles need a JPEG source, not \(format)",
                hint: "omit --lossless, or choose another --format")
        case .needsColourConversion:
            Message(
                "lossless tiles cannot be converted to sRGB",
                hint: "omit --lossless, or keep the colours with --color keep")
        case .hasRange:
            Message(
                "lossless tiles cannot be stretched to a range", hint: "omit --lossless or --range")
        case .isReduced:
            Message(
                "lossless tiles need full resolution, but the image is reduced",
                hint: "omit --lossless, or the option that reduces the image")
        case .overlap:
            Message("lossless tiles cannot overlap", hint: "omit --lossless or --overlap")
        case .tileSize(let size, let block):
            Message(
                "tiles of \(size.text) pixels would cut through the JPEG's blocks of \(block.text)",
                hint: "choose a --tile-size that is a multiple of \(max(block.width, block.height))"
            )
        case .gridOrigin(let block):
            Message(
                "the grid of tiles begins within the JPEG's blocks of \(block.text)",
                hint: "omit --lossless, or choose another layout")
        case .padding(let size):
            Message(
                "lossless tiles cannot be padded: \(size.text) pixels do not fill the last tiles",
                hint: "omit --lossless or --edge pad, or choose another layout")
        case .orientation(let size, let block):
            Message(
                "the rotated image of \(size.text) pixels begins within the JPEG's blocks of \(block.text)",
                hint: "omit --lossless")
        case .crop(let block):
            Message(
                "the cropped image begins within the JPEG's blocks of \(block.text)",
                hint: "omit --lossless, or let --crop begin at a multiple of "
                    + "\(max(block.width, block.height)) stored pixels")
        case .noFullResolution:
            Message(
                "lossless tiles need a level of full resolution",
                hint: "omit --lossless, or the option that omits the level")
        }
    }
}
