internal import ZigguratCore

/// A Presentation 3 manifest of one image: one canvas and the bundle's image service.
enum IIIFManifest {
    static let path = "manifest.json"
    static let context: JSONValue = "http://iiif.io/api/presentation/3/context.json"

    static func json(of bundle: BundleDescription, _ version: IIIFLayout.Version) -> JSONValue {
        let canvas = IIIFCanvas(bundle: bundle, version: version)
        var manifest = IIIFCaption(caption: bundle.caption, name: bundle.pyramid.name)
            .members(page: bundle.pageAddress)
        manifest["@context"] = context
        manifest["id"] = "\(bundle.address)/\(path)"
        manifest["type"] = "Manifest"
        manifest["thumbnail"] = [canvas.thumbnail]
        if let original = bundle.original {
            manifest["rendering"] = [rendering(of: original, of: bundle)]
        }
        manifest["items"] = [canvas.json()]
        return .object(manifest)
    }

    /// Returns a link to download the copy of the source.
    static func rendering(
        of original: BundleDescription.Original, of bundle: BundleDescription
    ) -> JSONValue {
        // The bundle's folder and the folder `original` are side by side in the export's folder.
        let export = bundle.address.split(separator: "/", omittingEmptySubsequences: false)
            .dropLast().joined(separator: "/")
        let path = original.path.hasPrefix("../") ? original.path.dropFirst(3) : original.path[...]
        return rendering(of: original, at: "\(export)/\(PercentEncoding.path(String(path)))")
    }

    /// - Parameter address: percent-encoded.
    static func rendering(
        of original: BundleDescription.Original, at address: String
    ) -> JSONValue {
        let mediaType = MediaType.of(original.file).prefix { $0 != ";" }
        return [
            "id": .string(address),
            "type": mediaType.hasPrefix("image/") ? "Image" : "Text",
            "format": .string(String(mediaType)),
            "label": IIIFText.map("Original", in: "en"),
        ]
    }
}

extension BundleDescription {
    /// The address of the bundle's page; `nil` without a page, or if the base address is unknown.
    var pageAddress: String? { hasPage && baseURL != nil ? address + "/" : nil }
}
