internal import ZigguratKit

extension FormatNote: Worded {
    var message: Message {
        switch self {
        case .localAddresses:
            Message(
                "its documents have addresses below \(BundleDescription.previewURL)",
                hint: "give the public address of the destination with --base-url")
        case .croppedForWebViewers:
            Message(
                "cropped tiles are numbered for web viewers, not for GDAL and other map programs",
                hint: "use --edge pad for map programs")
        case .ambiguousRounding(let size, let rounding):
            Message(
                "clients disagree on \(size.text) pixels: these tiles are for "
                    + rounding.zoomifyClients,
                hint: "use --zoomify-rounding \(rounding.other.rawValue) for "
                    + rounding.other.zoomifyClients)
        case .reduced(let size, let limit, let encodesStrips):
            Message(
                "the largest image is \(size.text): at most \(limit) a side",
                hint: encodesStrips
                    ? ""
                    : "baseline JPEG images may have \(TileFormat.jpeg.maximumSide) a side")
        case .tooLargeForBrowsers(let size):
            Message(
                "an image of \(size.text) takes "
                    + "\(size.pixelCount * 4 / 1_000_000) MB in a browser; phones may fail to show it"
            )
        case .unknownPixelSize:
            Message("the pixel size is unknown and written as 0: viewers cannot measure lengths")
        case .notGeographic:
            Message("the image has no geographic coordinates; maps show it in the north-west")
        }
    }
}

extension LevelRounding {
    fileprivate var zoomifyClients: String {
        self == .down ? "Zoomify and OpenSeadragon" : "Leaflet.Zoomify and libvips"
    }
}
