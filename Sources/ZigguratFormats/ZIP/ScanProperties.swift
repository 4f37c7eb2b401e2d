public import ZigguratCore
public import ZigguratSystem

/// `scan-properties.xml` of a Smart Zoom Image: how large the picture is and how large what it
/// shows.
///
/// Source: SZI format description 1.2 (Smart In Media), section 3.4.
public struct ScanProperties: Hashable, Sendable {
    static let namespace = "http://www.pathozoom.com/szi"

    public let imageSize: PixelSize
    /// When it was written: ISO 8601.
    public let date: String
    public let software: String
    /// `nil` where nobody knows.
    public let micronsPerPixel: Double?

    public init(
        imageSize: PixelSize, date: String, software: String, micronsPerPixel: Double? = nil
    ) {
        self.imageSize = imageSize
        self.date = date
        self.software = software
        self.micronsPerPixel = micronsPerPixel
    }

    /// The document.
    ///
    /// The format wants the microns that a pixel shows. Nobody knows them of an ordinary picture: 0
    /// is no length that anything can be measured with.
    public func file(_ path: String) throws(ZigguratError) -> BundleFile {
        let microns = micronsPerPixel.map { "\($0)" } ?? "0"
        let properties = [
            ("ImageWidth", String(imageSize.width)), ("ImageHeight", String(imageSize.height)),
            ("MicronsPerPixel", microns), ("MicronsPerPixelX", microns),
            ("MicronsPerPixelY", microns),
            ("SoftwareName", software),
        ]
        let list = properties.map { name, value in
            XMLElement(
                "property", [],
                [XMLElement("name", text: name), XMLElement("value", text: value)])
        }
        return try .xml(
            path,
            XMLElement(
                "image", [("xmlns", Self.namespace), ("date", date), ("version", "1.0")],
                [XMLElement("properties", [], list)]))
    }
}
