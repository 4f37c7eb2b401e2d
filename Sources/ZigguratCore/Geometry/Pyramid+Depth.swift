extension Pyramid {
    /// The size of the smallest level.
    public enum Depth: Hashable, Sendable {
        /// Down to a single pixel, as in Deep Zoom.
        case onePixel
        /// Down to a single tile, as map and IIIF clients expect.
        case oneTile
        /// A number of levels, full resolution included.
        case levels(Int)
        /// Down to a level whose longer side has at most this many pixels.
        case longSide(Int)

        /// The largest number of levels: more than any image has halvings.
        public static let maximumLevels = 32

        /// The number of halvings below full resolution.
        func reductions(of imageSize: PixelSize, tileSize: PixelSize, rounding: LevelRounding)
            -> Int
        {
            switch self {
            case .onePixel:
                Self.halvings(of: imageSize.longSide, downTo: 1, rounding)
            case .oneTile:
                max(
                    Self.halvings(of: imageSize.width, downTo: tileSize.width, rounding),
                    Self.halvings(of: imageSize.height, downTo: tileSize.height, rounding))
            case .levels(let count): max(0, count - 1)
            case .longSide(let limit):
                Self.halvings(of: imageSize.longSide, downTo: max(1, limit), rounding)
            }
        }

        private static func halvings(
            of length: Int, downTo limit: Int, _ rounding: LevelRounding
        ) -> Int {
            var count = 0
            while length.divided(by: 1 << count, rounding) > limit { count += 1 }
            return count
        }
    }
}

extension Pyramid.Depth: Codable {
    /// As it is written on the command line: `pixel`, `tile`, a number of levels, or the pixels of
    /// the longer side, as in `256px`.
    public init?(_ text: String) {
        switch text {
        case "pixel": self = .onePixel
        case "tile": self = .oneTile
        case _ where text.hasSuffix("px"):
            guard let limit = Int(text.dropLast(2)), limit > 0 else { return nil }
            self = .longSide(limit)
        default:
            guard let count = Int(text), (1...Self.maximumLevels).contains(count) else {
                return nil
            }
            self = .levels(count)
        }
    }

    public var text: String {
        switch self {
        case .onePixel: "pixel"
        case .oneTile: "tile"
        case .levels(let count): "\(count)"
        case .longSide(let limit): "\(limit)px"
        }
    }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let depth = Pyramid.Depth(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "unknown depth “\(text)”"))
        }
        self = depth
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
