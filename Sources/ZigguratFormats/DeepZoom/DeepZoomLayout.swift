package import ZigguratCore
package import ZigguratSystem

/// Deep Zoom images, as Seadragon and OpenSeadragon read them.
///
/// Source: Deep Zoom File Format Overview (Microsoft); the schema of 2008; OpenSeadragon's reading
/// of the other forms.
package struct DeepZoomLayout: DescriptorWriting, ReadableLayout, ConfigurableLayout {
    /// How a descriptor is written.
    package enum Form: String, Hashable, Sendable, Codable, CaseIterable, LosslessStringConvertible
    {
        /// `NAME.dzi`, the format's own.
        case xml
        /// `NAME.json`: the same names in JSON.
        case json
        /// `NAME.js`: a script that calls a function named after the file; it needs no right to read
        /// from another server.
        case jsonp

        package init?(_ description: String) { self.init(rawValue: description) }
        package var description: String { rawValue }
    }

    package struct Settings: Codable, Hashable, Sendable {
        @CodedAsText package var forms: CommaList<Form>

        enum CodingKeys: String, CodingKey {
            case forms = "dzi-forms"
        }
    }

    package let name = "dzi"
    package let summary = "Deep Zoom image: OpenSeadragon and most zooming viewers"
    package let rules = TilingRules(
        tileSize: 254, overlap: 1, allowsOblong: false, edges: [.crop],
        // The number of the largest level follows from the image's size; DisplayRects name the levels
        // and tiles that are there.
        blanks: .described
    ).with(LevelRules(PyramidShape(depth: .onePixel), allowsDepth: false))
    package let naming: any NamingStrategy = .template("{name}_files/{level}/{column}_{row}.{ext}")
    /// The descriptors that are written.
    package let forms: [Form]

    static let namespace = "http://schemas.microsoft.com/deepzoom/2008"

    package init(forms: [Form] = [.xml]) {
        self.forms = forms
    }

    package init(settings: Settings) throws(ZigguratError) {
        forms = Form.allCases.filter(settings.forms.elements.contains)
    }

    package var settings: Settings { Settings(forms: CommaList(forms)) }

    /// Tile size, overlap, format, image size and, where levels or tiles are left out, which are
    /// there.
    package func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    {
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
    package static var dzi: DeepZoomLayout { DeepZoomLayout() }
}
