public import ZigguratCore
public import ZigguratSystem

/// Deep Zoom images, as Seadragon and OpenSeadragon read them.
///
/// Source: Deep Zoom File Format Overview (Microsoft); the schema of 2008; OpenSeadragon's reading
/// of the other forms.
public struct DeepZoomLayout: Layout {
    /// How a descriptor is written.
    public enum Form: String, Hashable, Sendable, Codable, CaseIterable {
        /// `NAME.dzi`, the format's own.
        case xml
        /// `NAME.json`: the same names in JSON.
        case json
        /// `NAME.js`: a script that calls a function named after the file; it needs no right to read
        /// from another server.
        case jsonp
    }

    public let name = "dzi"
    public let summary = "Deep Zoom image: OpenSeadragon and most zooming viewers"
    public let rules = TilingRules(
        tileSize: 254, overlap: 1, allowsOblong: false, edges: [.crop])
    public let depth = PyramidDepth.onePixel
    /// The level of full resolution has the number that follows from the image's size; that levels
    /// are left out is told through DisplayRects.
    public let levelRules = LevelRules(allowsDepth: false, allowsLimits: true)
    /// DisplayRects name the tiles that are there.
    public let blanks = BlankRule.described
    public let naming: any NamingStrategy = .template("{name}_files/{level}/{column}_{row}.{ext}")
    /// The descriptors that are written.
    public let forms: [Form]

    static let namespace = "http://schemas.microsoft.com/deepzoom/2008"

    public init(forms: [Form] = [.xml]) {
        self.forms = forms
    }

    private static let formsName = "dzi-forms"

    public var settings: [String: String] {
        // Asked in every export; `joined` would look through all of the program's conformances.
        [Self.formsName: forms.reduce("") { $0.isEmpty ? $1.rawValue : "\($0),\($1.rawValue)" }]
    }

    public func with(_ settings: [String: String]) throws(ZigguratError) -> any Layout {
        guard let text = settings[Self.formsName] else { return self }
        let words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let forms = Form.allCases.filter { words.contains($0.rawValue) }
        guard !words.isEmpty, words.allSatisfy({ Form(rawValue: $0) != nil }) else {
            throw ZigguratError(
                .invalidOptions, "", "“\(text)” are no forms of a Deep Zoom descriptor",
                remedy: "there are \(Form.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return DeepZoomLayout(forms: forms)
    }

    /// Tile size, overlap, format, image size and, where levels or tiles are left out, which are
    /// there.
    public func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        var files: [BundleFile] = []
        for form in forms {
            switch form {
            case .xml:
                files.append(try .xml("\(bundle.pyramid.name).dzi", Self.xml(bundle)))
            case .json: files.append(try .json("\(bundle.pyramid.name).json", DeepZoomJSON(bundle)))
            case .jsonp: files.append(try DeepZoomJSON(bundle, isScript: true).script())
            }
        }
        return files
    }

    private static func xml(_ bundle: BundleDescription) -> XMLElement {
        let pyramid = bundle.pyramid
        let size = XMLElement(
            "Size",
            [
                ("Width", String(pyramid.imageSize.width)),
                ("Height", String(pyramid.imageSize.height)),
            ])
        return XMLElement(
            "Image",
            [
                ("xmlns", Self.namespace),
                ("TileSize", String(pyramid.tiling.tileSize.width)),
                ("Overlap", String(pyramid.tiling.overlap)),
                ("Format", pyramid.tiling.encoding.format.fileExtension),
            ], [size] + displayRects(bundle))
    }

    /// Which levels and tiles are there, where some are not.
    private static func displayRects(_ bundle: BundleDescription) -> [XMLElement] {
        let displays = DeepZoomDisplay.all(of: bundle.pyramid, without: bundle.absent)
        let elements = displays.map { display in
            let region = display.region
            return XMLElement(
                "DisplayRect",
                [
                    ("MinLevel", String(display.levels.lowerBound)),
                    ("MaxLevel", String(display.levels.upperBound)),
                ],
                [
                    XMLElement(
                        "Rect",
                        [
                            ("X", String(region.x)), ("Y", String(region.y)),
                            ("Width", String(region.width)), ("Height", String(region.height)),
                        ])
                ])
        }
        return elements.isEmpty ? [] : [XMLElement("DisplayRects", [], elements)]
    }
}

extension Layout where Self == DeepZoomLayout {
    /// Deep Zoom images.
    public static var dzi: DeepZoomLayout { DeepZoomLayout() }
}
