internal import FoundationEssentials
package import ZigguratCore
package import ZigguratSystem

/// Smart Zoom Image: a Deep Zoom image in a ZIP archive, for viewers of microscope slides.
///
/// Source: SZI format description 1.2 (Smart In Media), section 3:
/// https://github.com/smartinmedia/SZI-Format.
package struct SZIFormat: ContainerFormat {
    package let name = "szi"
    package let summary = "Smart Zoom Image, one file: viewers of slides, libvips"

    /// The format recommends tiles of 256 pixels without overlap, and forbids sparse images.
    package var traits: ContainerTraits {
        ContainerTraits(
            layouts: [.dzi], tileSize: 256, overlap: 0, blanks: .written,
            thumbnail: "associated_images/thumbnail.jpg",
            bytesPerFile: ZIPFormat().traits.bytesPerFile)
    }

    package var abilities: ContainerAbilities {
        ContainerAbilities {
            $0.descriptors = makeDescriptors
            $0.notes = makeNotes
            $0.ranges = self
        }
    }

    package func path(of bundle: BundleDescription) -> String { "\(bundle.pyramid.name).szi" }

    private func makeDescriptors(
        of bundle: BundleDescription
    ) throws(ZigguratError) -> [BundleFile] {
        let properties = ScanProperties(
            imageSize: bundle.pyramid.imageSize,
            date: Date(timeIntervalSince1970: Double(bundle.sourceTime ?? 0)).formatted(.iso8601),
            software: Ziggurat.generator, micronsPerPixel: bundle.micronsPerPixel)
        return [try properties.file("scan-properties.xml")]
    }

    private func makeNotes(on bundle: BundleDescription) -> [FormatNote] {
        bundle.micronsPerPixel == nil ? [FormatNote.unknownPixelSize] : []
    }

    package func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try ZIPContainer.ordered(bundle, at: path, folder: bundle.pyramid.name)
    }
}

extension SZIFormat: RangeReadableContainer {
    package var archiveKind: ArchiveKind { .zip }
    package func pageFolder(of bundle: BundleDescription) -> String { name }
    package func tileFolder(of bundle: BundleDescription) -> String { bundle.pyramid.name + "/" }
}

extension ContainerFormat where Self == SZIFormat { package static var szi: Self { Self() } }

/// `scan-properties.xml` of a Smart Zoom Image: SZI format description 1.2, section 3.4.
struct ScanProperties {
    let imageSize: PixelSize
    /// The time of the source's last change, in ISO 8601. The time of writing would differ in each
    /// run.
    let date: String
    let software: String
    /// The size of a pixel on the specimen; `nil` if unknown.
    let micronsPerPixel: Double?

    /// Returns the document. The format requires a pixel size, so 0 stands for an unknown size.
    func file(_ path: String) throws(ZigguratError) -> BundleFile {
        let microns = micronsPerPixel.map { "\($0)" } ?? "0"
        let properties: KeyValuePairs = [
            "ImageWidth": "\(imageSize.width)", "ImageHeight": "\(imageSize.height)",
            "MicronsPerPixel": microns, "MicronsPerPixelX": microns, "MicronsPerPixelY": microns,
            "SoftwareName": software,
        ]
        let list = properties.map { name, value in
            XMLElement(
                "property", [:],
                [XMLElement("name", text: name), XMLElement("value", text: value)])
        }
        return try .xml(
            path,
            XMLElement(
                "image", ["xmlns": "http://www.pathozoom.com/szi", "date": date, "version": "1.0"],
                [XMLElement("properties", [:], list)]))
    }
}
