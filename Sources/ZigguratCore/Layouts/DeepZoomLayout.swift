internal import ZigguratXML

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
    public let naming: any NamingStrategy = .template("{name}_files/{level}/{column}_{row}.{ext}")
    /// The descriptors that are written.
    public let forms: [Form]

    static let namespace = "http://schemas.microsoft.com/deepzoom/2008"

    public init(forms: [Form] = [.xml]) {
        self.forms = forms
    }

    private static let formsName = "dzi-forms"

    public var settings: [String: String] {
        [Self.formsName: forms.map(\.rawValue).joined(separator: ",")]
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

    /// Tile size, overlap, format, image size and, where levels are left out, which are there.
    public func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        var files: [BundleFile] = []
        for form in forms {
            switch form {
            case .xml:
                files.append(try .xml("\(bundle.pyramid.name).dzi", Self.xml(bundle.pyramid)))
            case .json: files.append(try .json("\(bundle.pyramid.name).json", DeepZoomJSON(bundle)))
            case .jsonp: files.append(try DeepZoomJSON(bundle, isScript: true).script())
            }
        }
        return files
    }

    private static func xml(_ pyramid: Pyramid) -> XMLElement {
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
            ], [size] + displayRects(pyramid))
    }

    /// Which levels are there, where some are not.
    private static func displayRects(_ pyramid: Pyramid) -> [XMLElement] {
        let displays = DeepZoomDisplay.all(of: pyramid).map { display in
            XMLElement(
                "DisplayRect",
                [
                    ("MinLevel", String(display.levels.lowerBound)),
                    ("MaxLevel", String(display.levels.upperBound)),
                ],
                [
                    XMLElement(
                        "Rect",
                        [
                            ("X", "0"), ("Y", "0"), ("Width", String(display.size.width)),
                            ("Height", String(display.size.height)),
                        ])
                ])
        }
        return displays.isEmpty ? [] : [XMLElement("DisplayRects", [], displays)]
    }
}

/// What a Deep Zoom descriptor says of levels where some are left out.
struct DeepZoomDisplay {
    let levels: ClosedRange<Int>
    /// The part of the image that is there, from its top left, in image pixels.
    let size: PixelSize

    /// Nothing where all levels are there. Levels that are not get a rectangle of no size:
    /// OpenSeadragon takes a level without any for one that is complete.
    static func all(of pyramid: Pyramid) -> [DeepZoomDisplay] {
        guard let first = pyramid.levels.first, let last = pyramid.levels.last else { return [] }
        let top = last.index + last.reduction
        guard first.index > 0 || last.index < top else { return [] }
        let nothing = PixelSize(width: 0, height: 0)
        var displays = [
            DeepZoomDisplay(levels: first.index...last.index, size: pyramid.imageSize)
        ]
        if first.index > 0 {
            displays.append(DeepZoomDisplay(levels: 0...first.index - 1, size: nothing))
        }
        if last.index < top {
            displays.append(DeepZoomDisplay(levels: last.index + 1...top, size: nothing))
        }
        return displays
    }
}

extension Layout where Self == DeepZoomLayout {
    /// Deep Zoom images.
    public static var dzi: DeepZoomLayout { DeepZoomLayout() }
}
