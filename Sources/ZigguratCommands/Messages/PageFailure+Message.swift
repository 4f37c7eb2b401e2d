internal import ZigguratKit

extension PageFailure: Worded {
    var message: Message {
        switch self {
        case .leafletUnsupported(let obstacle, let layout):
            Message(
                "unsupported: Leaflet cannot show the layout \(layout): \(obstacle.text)",
                hint: "use --layout xyz or tms, or --viewer openseadragon")
        case .tooManyPaths(let count, let limit):
            Message("unsupported: a page cannot list \(count) tile paths (limit \(limit))")
        case .noPage(let export):
            Message("not found: no page of the export “\(export)”")
        case .invalidCover(let member):
            Message(
                member.map { "invalid member “\($0)”" } ?? "invalid JSON: not an object",
                hint: "members: title, text, and logo, the path of an image in this folder")
        }
    }
}

extension LeafletObstacle {
    fileprivate var text: String {
        switch self {
        case .overlap(let pixels): "tiles overlap by \(pixels) pixel\(pixels == 1 ? "" : "s")"
        case .levelGap(let level): "level \(level) is not half as large as the next"
        case .levelsRoundedDown: "level sizes are rounded down"
        }
    }
}
