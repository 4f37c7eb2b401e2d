package import ZigguratCore
internal import ZigguratImaging
internal import ZigguratStore

/// A request for a resized image, whose address names the size, such as `photo-width640.jpg`.
package struct SizeRequest: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case width(Int)
        case height(Int)
        case fit(PixelSize)
        case square(Int)

        /// The word and the number in an address.
        package var words: (kind: String, value: String) {
            switch self {
            case .width(let side): ("width", "\(side)")
            case .height(let side): ("height", "\(side)")
            case .fit(let box): ("fit", "\(box.width)x\(box.height)")
            case .square(let side): ("square", "\(side)")
            }
        }

        init?(_ kind: String, _ value: String) {
            let sides = value.split(separator: "x", omittingEmptySubsequences: false).map { side in
                side.utf8.allSatisfy { (0x30...0x39).contains($0) } && side.utf8.first != 0x30
                    ? Int(side) : nil
            }
            switch (kind, sides.count, sides[0], sides.last ?? nil) {
            case ("width", 1, let side?, _): self = .width(side)
            case ("height", 1, let side?, _): self = .height(side)
            case ("square", 1, let side?, _): self = .square(side)
            case ("fit", 2, let width?, let height?):
                self = .fit(PixelSize(width: width, height: height))
            default: return nil
            }
        }

        var sides: [Int] {
            switch self {
            case .width(let side), .height(let side), .square(let side): [side]
            case .fit(let box): [box.width, box.height]
            }
        }
    }

    package let name: String
    package let kind: Kind
    package let format: TileFormat

    package init(name: String, kind: Kind, format: TileFormat) {
        (self.name, self.kind, self.format) = (name, kind, format)
    }

    /// The formats of resized images.
    static let formats: [TileFormat] = [.jpeg, .png, .webp]

    /// Returns the part of an image to crop, and the size of the result. Returns `nil` if the image
    /// is smaller than the request, or if the result would be too large.
    package func geometry(of image: PixelSize) -> (crop: PixelRegion?, size: PixelSize)? {
        let scaled = { (side: Int, other: Int, whole: Int) in
            max(1, (2 * side * other + whole) / (2 * whole))
        }
        var crop: PixelRegion?
        let size: PixelSize
        switch kind {
        case .width(let width):
            guard width <= image.width else { return nil }
            size = PixelSize(width: width, height: scaled(width, image.height, image.width))
        case .height(let height):
            guard height <= image.height else { return nil }
            size = PixelSize(width: scaled(height, image.width, image.height), height: height)
        case .fit(let box):
            let isWide = image.width * box.height > image.height * box.width
            guard isWide ? box.width <= image.width : box.height <= image.height else { return nil }
            size =
                isWide
                ? PixelSize(
                    width: box.width, height: scaled(box.width, image.height, image.width))
                : PixelSize(
                    width: scaled(box.height, image.width, image.height), height: box.height)
        case .square(let side):
            let short = min(image.width, image.height)
            guard side <= short else { return nil }
            size = PixelSize(square: side)
            crop = PixelRegion(
                x: (image.width - short) / 2, y: (image.height - short) / 2, width: short,
                height: short)
        }
        guard size.longSide <= SizeRule.maximumSide else { return nil }
        return (crop, size)
    }
}

/// The sizes that clients of a live server can request.
package struct SizeRule: Hashable, Sendable {
    /// The longest side of a resized image, in pixels.
    package static let maximumSide = SizedImage.maximumSideInMemory

    private let sides: Set<Int>
    private let step: Int?

    /// - Parameters:
    ///   - sides: the allowed widths and heights, in pixels.
    ///   - step: multiples of this number are allowed, too; `nil` allows no multiples.
    package init(sides: [Int] = [], step: Int? = nil) {
        (self.sides, self.step) = (Set(sides), step)
    }

    package func allows(_ kind: SizeRequest.Kind) -> Bool {
        kind.sides.allSatisfy { side in
            side <= Self.maximumSide
                && (sides.contains(side) || step.map { side % $0 == 0 } ?? false)
        }
    }
}
