internal import FoundationEssentials
internal import ZigguratCore
internal import ZigguratSystem

/// A Deep Zoom descriptor in JSON, as OpenSeadragon reads it: the elements and attributes of the XML
/// under the same names.
struct DeepZoomJSON: Encodable {
    private let image: Image

    private enum CodingKeys: String, CodingKey {
        case image = "Image"
    }

    private struct Image: Encodable {
        let xmlns = DeepZoomLayout.namespace
        /// Where the tiles are. OpenSeadragon derives it from the address of a script, but not from
        /// that of a JSON document; a relative one it takes from the page.
        let url: String?
        let format: String
        let overlap: Int
        let tileSize: Int
        let size: Size
        let displayRects: [Display]?

        enum CodingKeys: String, CodingKey {
            case xmlns
            case url = "Url"
            case format = "Format"
            case overlap = "Overlap"
            case tileSize = "TileSize"
            case size = "Size"
            case displayRects = "DisplayRect"
        }
    }

    private struct Size: Encodable {
        let width: Int
        let height: Int

        enum CodingKeys: String, CodingKey {
            case width = "Width"
            case height = "Height"
        }
    }

    private struct Display: Encodable {
        let rect: Rect

        enum CodingKeys: String, CodingKey {
            case rect = "Rect"
        }
    }

    private struct Rect: Encodable {
        let x: Int
        let y: Int
        let width: Int
        let height: Int
        /// Attributes of the rectangle's parent in XML; OpenSeadragon looks for them here.
        let minimumLevel: Int
        let maximumLevel: Int

        enum CodingKeys: String, CodingKey {
            case minimumLevel = "MinLevel"
            case maximumLevel = "MaxLevel"
            case x = "X"
            case y = "Y"
            case width = "Width"
            case height = "Height"
        }
    }

    private let name: String

    init(_ bundle: BundleDescription, isScript: Bool = false) {
        let pyramid = bundle.pyramid
        let size = pyramid.imageSize
        name = pyramid.name
        let tiles = "\(PercentEncoding.segment(pyramid.name))_files/"
        let displays = DeepZoomDisplay.all(of: pyramid, without: bundle.absent)
        image = Image(
            url: isScript ? nil : bundle.baseURL == nil ? tiles : "\(bundle.address)/\(tiles)",
            format: pyramid.tiling.encoding.format.fileExtension,
            overlap: pyramid.tiling.overlap, tileSize: pyramid.tiling.tileSize.width,
            size: Size(width: size.width, height: size.height),
            displayRects: displays.isEmpty
                ? nil
                : displays.map { display in
                    Display(
                        rect: Rect(
                            x: display.region.x, y: display.region.y,
                            width: display.region.width, height: display.region.height,
                            minimumLevel: display.levels.lowerBound,
                            maximumLevel: display.levels.upperBound))
                })
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(image, forKey: .image)
    }

    /// `NAME.js`: a call of the function that OpenSeadragon waits for.
    ///
    /// OpenSeadragon names it after the file as its address is written, percent-encoded or not,
    /// without the first `.js` in it.
    func script() throws(ZigguratError) -> BundleFile {
        var keys: [String] = []
        for name in [name, PercentEncoding.segment(name)] {
            var key = "\(name).js"
            if let dot = key.firstRange(of: ".js") { key.removeSubrange(dot) }
            let text = try Self.line(key)
            if !keys.contains(text) { keys.append(text) }
        }
        let function = keys.map { "window[\($0)]" }.joined(separator: " || ")
        return BundleFile(
            path: "\(name).js", bytes: Array("(\(function))(\(try Self.line(self)));\n".utf8))
    }

    private static func line(_ value: some Encodable) throws(ZigguratError) -> String {
        String(decoding: try BundleFile.jsonLine("", value).bytes.dropLast(), as: UTF8.self)
    }
}
