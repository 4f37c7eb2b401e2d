// Deep Zoom: a descriptor, and a folder of tiles for each level down to one pixel.
//
// Deep Zoom File Format Overview (Microsoft, cc645077(v=vs.95) at https://learn.microsoft.com):
// images, sparse images and collections; the XML schema of 2008. Descriptors in JSON and scripts:
// OpenSeadragon's DziTileSource, https://openseadragon.github.io/examples/tilesource-dzi/.

package import ZigguratCore
package import ZigguratSystem

/// Deep Zoom images, for Seadragon and OpenSeadragon.
package struct DeepZoomLayout: ConfigurableLayout {
    /// How a descriptor is written.
    package enum Form: String, Hashable, Sendable, Codable, CaseIterable, LosslessStringConvertible
    {
        /// `NAME.dzi`, the native form of the format.
        case xml
        /// `NAME.json`: the same names in JSON.
        case json
        /// `NAME.js`: a script that calls a function named after the file. A page on another server
        /// can load the script without CORS.
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
        tileSize: 254, overlap: 1, allowsOblong: false, edges: [.crop], blanks: .described
    )
    // The number of the largest level follows from the image's size; DisplayRects name the existing
    // levels and tiles.
    .with(LevelRules(PyramidShape(depth: .onePixel), allowsDepth: false))
    package let naming: any NamingStrategy = .template("{name}_files/{level}/{column}_{row}.{ext}")
    package var abilities: LayoutAbilities {
        LayoutAbilities {
            $0.descriptors = makeDescriptors
            $0.findPyramids = findPyramids
            $0.settings = self
        }
    }
    /// The forms of the descriptor to write.
    package let forms: [Form]

    package init(forms: [Form] = [.xml]) {
        self.forms = forms
    }

    package init(settings: Settings) throws(ZigguratError) {
        forms = Form.allCases.filter(settings.forms.elements.contains)
    }

    package var settings: Settings { Settings(forms: CommaList(forms)) }

    private func makeDescriptors(
        of bundle: BundleDescription
    ) throws(ZigguratError) -> [BundleFile] {
        let name = bundle.pyramid.name
        let descriptor = DeepZoomDescriptor(of: bundle)
        return try forms.map { form throws(ZigguratError) in
            switch form {
            case .xml: return try .xml("\(name).dzi", descriptor.xml)
            case .json:
                // OpenSeadragon resolves a relative address against the page.
                let tiles = "\(PercentEncoding.segment(name))_files/"
                let address = bundle.baseURL == nil ? tiles : "\(bundle.address)/\(tiles)"
                return try .json("\(name).json", descriptor.json(tiles: address))
            case .jsonp:
                let call = "(\(try Self.function(name)))(\(try Self.line(descriptor.json())));\n"
                return BundleFile(path: "\(name).js", bytes: Array(call.utf8))
            }
        }
    }

    /// Returns the function that OpenSeadragon waits for.
    ///
    /// OpenSeadragon derives the function's name from the file's address without its first `.js`.
    /// The address may be percent-encoded or not, so the script calls either function.
    private static func function(_ name: String) throws(ZigguratError) -> String {
        var keys: [String] = []
        for name in [name, PercentEncoding.segment(name)] {
            var key = "\(name).js"
            if let dot = key.firstRange(of: ".js") { key.removeSubrange(dot) }
            let text = try line(key)
            if !keys.contains(text) { keys.append(text) }
        }
        return keys.map { "window[\($0)]" }.joined(separator: " || ")
    }

    private static func line(_ value: some Encodable) throws(ZigguratError) -> String {
        String(decoding: try BundleFile.jsonLine("", value).bytes.dropLast(), as: UTF8.self)
    }

    /// Finds every `NAME.dzi`, and every `NAME.xml` with a folder `NAME_files` beside it.
    private func findPyramids(
        in files: any BundleFiles
    ) throws(ZigguratError) -> [PyramidReading] {
        let names = try files.names(in: "")
        var found: [PyramidReading] = []
        for name in names where name.hasSuffix(".dzi") || name.hasSuffix(".xml") {
            let stem = String(name.dropLast(4))
            guard name.hasSuffix(".dzi") || names.contains("\(stem)_files/") else { continue }
            found += try files.pyramids(describedBy: name) { bytes, place throws(ZigguratError) in
                try DeepZoomDescriptor(bytes, place: place)
                    .pyramid(called: stem, describedBy: name, place)
            }
        }
        return found
    }
}

extension Layout where Self == DeepZoomLayout { package static var dzi: Self { Self() } }
