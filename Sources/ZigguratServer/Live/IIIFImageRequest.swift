package import ZigguratCore
package import ZigguratImaging
package import ZigguratPyramid
internal import ZigguratStore

/// Why a request to a IIIF image service is rejected.
package enum IIIFRequestError: Error, Hashable {
    /// A parameter is invalid, or the region or the size is empty.
    case invalid(String)
    /// The angle of the rotation is not a multiple of 90 degrees.
    case unsupported(String)
    /// The size exceeds the limits.
    case tooLarge
}

/// The parameters of a request to a IIIF image service: region, size, rotation, quality, format.
///
/// Source: Image API 2.1.1 and 3.0, section 4.
package struct IIIFImageRequest: Hashable, Sendable {
    package enum Version: Int, Hashable, Sendable {
        case two = 2
        case three
    }

    /// The requested region, in image pixels.
    package let region: PixelRegion
    /// The size of the result before the rotation, in pixels.
    package let size: PixelSize
    package let isMirrored: Bool
    package let rotation: SourceRequest.Rotation
    package let quality: RegionImage.Quality
    package let format: TileFormat

    /// The largest side of a result, in pixels, and its largest area, in pixels.
    package static let maximumSide = SizedImage.maximumSideInMemory
    static let maximumArea = 16_000_000

    /// - Parameter parts: the four path segments after the identifier.
    package init(
        _ parts: [String], of image: PixelSize, _ version: Version
    ) throws(IIIFRequestError) {
        guard parts.count == 4 else { throw .invalid("address") }
        region = try Self.region(parts[0], of: image)
        size = try Self.size(parts[1], of: region.size, version)
        var angle = parts[2][...]
        isMirrored = angle.first == "!"
        if isMirrored { angle = angle.dropFirst() }
        guard let degrees = Self.number(angle), degrees <= 360 else { throw .invalid("rotation") }
        guard let whole = Int(exactly: degrees),
            let turn = SourceRequest.Rotation(rawValue: whole % 360)
        else { throw .unsupported("rotation") }
        rotation = turn
        let name = parts[3].split(separator: ".", omittingEmptySubsequences: false)
        guard name.count == 2 else { throw .invalid("quality") }
        switch name[0] {
        case "default", "color": quality = .color
        case "gray": quality = .gray
        case "bitonal": quality = .bitonal
        default: throw .invalid("quality")
        }
        guard let format = SizeRequest.formats.first(where: { $0.fileExtension == name[1] }) else {
            throw .invalid("format")
        }
        self.format = format
    }

    private static func region(_ text: String, of image: PixelSize) throws(IIIFRequestError)
        -> PixelRegion
    {
        if text == "full" {
            return PixelRegion(whole: image)
        }
        if text == "square" {
            let side = min(image.width, image.height)
            return PixelRegion(
                x: (image.width - side) / 2, y: (image.height - side) / 2, width: side,
                height: side)
        }
        let isShare = text.hasPrefix("pct:")
        let numbers = text.dropFirst(isShare ? 4 : 0)
            .split(separator: ",", omittingEmptySubsequences: false)
            .map { isShare ? number($0) : whole($0).map(Double.init) }
        guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2],
            let height = numbers[3]
        else { throw .invalid("region") }
        let (across, down) = (
            isShare ? Double(image.width) / 100 : 1, isShare ? Double(image.height) / 100 : 1
        )
        let left = min((x * across).rounded(), Double(image.width))
        let top = min((y * down).rounded(), Double(image.height))
        let right = min(((x + width) * across).rounded(), Double(image.width))
        let bottom = min(((y + height) * down).rounded(), Double(image.height))
        guard right > left, bottom > top else { throw .invalid("region") }
        return PixelRegion(
            x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
    }

    private static func size(
        _ text: String, of region: PixelSize, _ version: Version
    ) throws(IIIFRequestError) -> PixelSize {
        var text = text[...]
        let mayEnlarge = version == .three && text.first == "^"
        if mayEnlarge { text = text.dropFirst() }
        let (width, height) = (Double(region.width), Double(region.height))
        let size: PixelSize
        switch text {
        case "max", "full":
            guard version == .two || text == "max" else { throw .invalid("size") }
            return limited(region, mayEnlarge: mayEnlarge)
        case _ where text.hasPrefix("pct:"):
            guard let share = number(text.dropFirst(4)), share > 0 else { throw .invalid("size") }
            size = try rounded(width * share / 100, height * share / 100)
        default:
            let fits = text.first == "!"
            let sides = text.dropFirst(fits ? 1 : 0)
                .split(separator: ",", omittingEmptySubsequences: false)
            guard sides.count == 2 else { throw .invalid("size") }
            switch (whole(sides[0]), whole(sides[1])) {
            case (let w?, let h?) where fits:
                let factor = min(Double(w) / width, Double(h) / height)
                size = try rounded(
                    width * (mayEnlarge ? factor : min(1, factor)),
                    height * (mayEnlarge ? factor : min(1, factor)))
            case (let w?, let h?): size = try rounded(Double(w), Double(h))
            case (let w?, nil) where sides[1].isEmpty && !fits:
                size = try rounded(Double(w), max(1, height * Double(w) / width))
            case (nil, let h?) where sides[0].isEmpty && !fits:
                size = try rounded(max(1, width * Double(h) / height), Double(h))
            default: throw .invalid("size")
            }
        }
        // Without `^`, version 3 forbids enlarging. Version 2 allows it.
        let isLarger = size.width > region.width || size.height > region.height
        guard !isLarger || mayEnlarge || version == .two else { throw .invalid("size") }
        guard size.longSide <= maximumSide, size.pixelCount <= maximumArea else { throw .tooLarge }
        return size
    }

    /// Returns the largest size within the limits that has the shape of a given size.
    private static func limited(_ size: PixelSize, mayEnlarge: Bool) -> PixelSize {
        let (width, height) = (Double(size.width), Double(size.height))
        let factor = min(
            mayEnlarge ? .infinity : 1, Double(maximumSide) / max(width, height),
            (Double(maximumArea) / (width * height)).squareRoot())
        return PixelSize(
            width: max(1, Int(width * factor)), height: max(1, Int(height * factor)))
    }

    private static func rounded(_ width: Double, _ height: Double) throws(IIIFRequestError)
        -> PixelSize
    {
        let (width, height) = (width.rounded(), height.rounded())
        guard width >= 1, height >= 1 else { throw .invalid("size") }
        guard max(width, height) <= Double(maximumSide) else { throw .tooLarge }
        return PixelSize(width: Int(width), height: Int(height))
    }

    /// Parses a whole number without a sign.
    private static func whole(_ text: Substring) -> Int? {
        guard (1...10).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }

    /// Parses a decimal number without a sign or an exponent.
    private static func number(_ text: Substring) -> Double? {
        guard (1...20).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "."),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text)
    }
}

extension PixelSize {
    /// Whether neither side is shorter than the corresponding side of another size.
    func holds(_ other: PixelSize) -> Bool { width >= other.width && height >= other.height }
}
