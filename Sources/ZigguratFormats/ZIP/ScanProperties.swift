package import ZigguratCore
package import ZigguratSystem

/// `scan-properties.xml` of a Smart Zoom Image: SZI format description 1.2, section 3.4.
package struct ScanProperties: Hashable, Sendable {
    static let namespace = "http://www.pathozoom.com/szi"

    package let imageSize: PixelSize
    /// The time of writing, in ISO 8601.
    package let date: String
    package let software: String
    /// The size of a pixel on the specimen; `nil` if unknown.
    package let micronsPerPixel: Double?

    package init(
        imageSize: PixelSize, date: String, software: String, micronsPerPixel: Double? = nil
    ) {
        self.imageSize = imageSize
        self.date = date
        self.software = software
        self.micronsPerPixel = micronsPerPixel
    }

    /// The document. The format requires a pixel size: 0 stands for an unknown one.
    package func file(_ path: String) throws(ZigguratError) -> BundleFile {
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
                "image", ["xmlns": Self.namespace, "date": date, "version": "1.0"],
                [XMLElement("properties", [:], list)]))
    }
}
