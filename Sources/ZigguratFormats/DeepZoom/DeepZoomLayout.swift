// Deep Zoom: a descriptor, and a folder of tiles for each level down to one pixel.
//
// Deep Zoom File Format Overview (Microsoft, cc645077(v=vs.95) at https://learn.microsoft.com):
// images, sparse images and collections; the XML schema of 2008. Descriptors in JSON and scripts:
// OpenSeadragon's DziTileSource, https://openseadragon.github.io/examples/tilesource-dzi/.

package import ZigguratCore
package import ZigguratSystem

/// Deep Zoom images, as Seadragon and OpenSeadragon read them.
package struct DeepZoomLayout: DescriptorWriting, ReadableLayout, ConfigurableLayout {
    /// How a descriptor is written.
    package enum Form: String, Hashable, Sendable, Codable, CaseIterable, LosslessStringConvertible
    {
        /// `NAME.dzi`, the format's own.
        case xml
        /// `NAME.json`: the same names in JSON.
        case json
        /// `NAME.js`: a script that calls a function named after the file. Pages of other servers
        /// can load it without CORS.
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
    /// The descriptors that are written.
    package let forms: [Form]

    package init(forms: [Form] = [.xml]) {
        self.forms = forms
    }

    package init(settings: Settings) throws(ZigguratError) {
        forms = Form.allCases.filter(settings.forms.elements.contains)
    }

    package var settings: Settings { Settings(forms: CommaList(forms)) }

    package func makeDescriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    {
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

    /// The function that OpenSeadragon waits for. OpenSeadragon names it after the file as its
    /// address is written, percent-encoded or not, without the first `.js` in it.
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

    /// Every `NAME.dzi`, and every `NAME.xml` with a folder `NAME_files` beside it.
    package func findPyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] {
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
