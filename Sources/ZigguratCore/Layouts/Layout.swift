public import ZigguratSystem

/// A way to write a pyramid as files: its tiling and the names of its tiles.
///
/// A layout is a small value. To add a layout, write its name, a summary and a naming:
///
///     struct RowLayout: Layout {
///         let name = "rows"
///         let summary = "a folder for each row"
///         let naming: any NamingStrategy = .template("{level}/row{row}/{column}.{ext}")
///     }
///
/// Everything else is optional: see ``LayoutAbilities``.
public protocol Layout: Sendable {
    /// The name on the command line, which is also the bundle's folder: lower case, no spaces.
    var name: String { get }
    /// The format, a colon, and the programs that read it; at most 80 characters.
    var summary: String { get }
    /// The supported tilings and levels, and the defaults.
    var rules: TilingRules { get }
    /// The names of the tiles.
    var naming: any NamingStrategy { get }
    /// What the layout can do besides naming tiles, such as writing descriptors; nothing by
    /// default.
    var abilities: LayoutAbilities { get }
}

extension Layout {
    public var rules: TilingRules { TilingRules() }
    public var abilities: LayoutAbilities { LayoutAbilities() }
}

extension Layout {
    /// Returns the pyramid of an image in this layout, at its highest density.
    ///
    /// - Parameter rules: the layout's rules in a container; `nil` for the rules without a
    ///   container.
    /// - Throws: ``LayoutError`` if the layout does not support the request.
    public func pyramid(
        name: String, imageSize: PixelSize, tiling request: Tiling.Request = Tiling.Request(),
        levels: Pyramid.LevelRequest = Pyramid.LevelRequest(), rules: TilingRules? = nil
    ) throws(ZigguratError) -> Pyramid {
        let rules = rules ?? self.rules
        let density = self.rules.densities.max() ?? 1
        let plain = try rules.tiling(for: request, layout: self.name)
        let tileSize =
            rules.wholeLevels
            ? imageSize
            : PixelSize(
                width: plain.tileSize.width * density, height: plain.tileSize.height * density)
        let tiling = Tiling(
            tileSize: tileSize, overlap: plain.overlap * density, edge: plain.edge,
            encoding: plain.encoding)
        return try self.pyramid(name: name, imageSize: imageSize, cut: tiling, levels: levels)
    }

    /// Returns the pyramid of an earlier export in this layout from the values of its manifest.
    ///
    /// - Throws: ``LayoutError`` if the layout does not support these levels.
    public func pyramid(
        name: String, imageSize: PixelSize, cut tiling: Tiling, levels: Pyramid.LevelRequest
    ) throws(ZigguratError) -> Pyramid {
        let shortest = min(tiling.tileSize.width, tiling.tileSize.height)
        guard shortest >= rules.densities.max() ?? 1 else {
            throw ZigguratError(LayoutError.tileSizeOutOfRange(shortest), "layout \(self.name)")
        }
        let shape = try self.rules.levels.shape(
            of: self.shape(for: imageSize, cut: tiling), for: levels, layout: self.name)
        guard tiling.overlap == 0 || shape.origin == .topLeft else {
            throw ZigguratError(LayoutError.unsupportedOverlap, "layout \(self.name)")
        }
        let all = Pyramid.allLevels(imageSize, tiling, shape)
        guard !shape.kept(all).isEmpty else {
            throw ZigguratError(LayoutError.noLevelLeft(of: all.count), "layout \(self.name)")
        }
        return Pyramid(
            name: name, imageSize: imageSize, tiling: tiling, shape: shape,
            density: rules.densities.max() ?? 1)
    }

    /// Returns the number of written tiles of a pyramid and its companions.
    public func tileCount(with pyramid: Pyramid) -> Int {
        let paths = TilePaths(of: self)
        return companions(of: pyramid).reduce(pyramid.tileCount) { sum, companion in
            sum + companion.tiles.reduce(0) { $0 + (paths.isWritten($1) ? 1 : 0) }
        }
    }

    /// Returns a pyramid and its companions.
    public func pyramids(with pyramid: Pyramid) -> [Pyramid] { [pyramid] + companions(of: pyramid) }

    /// Checks that the layout supports a request for an image of any size.
    public func check(
        _ tiling: Tiling.Request, _ levels: Pyramid.LevelRequest = Pyramid.LevelRequest(),
        rules: TilingRules? = nil
    ) throws(ZigguratError) {
        _ = try (rules ?? self.rules).tiling(for: tiling, layout: name)
        _ = try self.rules.levels.shape(of: self.rules.levels.shape, for: levels, layout: name)
    }
}

extension Pyramid {
    /// Returns this pyramid at each of the densities except its own, the highest density first.
    func atDensities(_ densities: [Int]) -> [Pyramid] {
        densities.sorted(by: >).filter { $0 != density }.map(atDensity)
    }
}

/// A level as a single image, without tiles.
public struct WholeImage: Hashable, Sendable {
    public let level: Level
    /// The paths of the file and of its copies.
    public let paths: [String]
    /// The encoding of the image; `nil` for the encoding of the tiles.
    public let encoding: TileEncoding?

    /// The longest side of a whole image, in pixels. All rows of the image are in memory during
    /// encoding.
    public static let maximumSide = 1024

    public init(level: Level, paths: [String], encoding: TileEncoding? = nil) {
        precondition(level.size.longSide <= Self.maximumSide, "the level is too large")
        precondition(!paths.isEmpty, "a whole image needs a path")
        self.level = level
        self.paths = paths
        self.encoding = encoding
    }
}

/// Advice of a built-in layout or container to the publisher of a bundle.
package enum FormatNote: Hashable, Sendable {
    /// The IIIF documents contain the address of a local preview, because the base address is
    /// missing.
    case localAddresses
    /// Map programs expect padded TMS tiles, but these tiles are cropped.
    case croppedForWebViewers
    /// Zoomify clients disagree about the tiles of images of this size. The export suits only the
    /// clients with the given rounding.
    case ambiguousRounding(PixelSize, LevelRounding)
    /// The image exceeds the limit of the format, or the memory for its encoder. The largest level
    /// is therefore a reduction.
    case reduced(to: PixelSize, limit: Int, encodesStrips: Bool)
    /// Browsers may fail to show an image of this size.
    case tooLargeForBrowsers(PixelSize)
    /// The size of a pixel on the specimen is unknown, so viewers cannot measure lengths.
    case unknownPixelSize
    /// The image has no geographic coordinates, so map clients show it in the north-west.
    case notGeographic
}

extension FormatNote: CustomStringConvertible {
    package var description: String {
        switch self {
        case .localAddresses: "its documents have addresses below \(BundleDescription.previewURL)"
        case .croppedForWebViewers:
            "cropped tiles are numbered for web viewers, not for GDAL and other map programs"
        case .ambiguousRounding(let size, let rounding):
            "clients disagree on \(size.text) pixels: these tiles are for "
                + rounding.zoomifyClients
        case .reduced(let size, let limit, _):
            "the largest image is \(size.text): at most \(limit) a side"
        case .tooLargeForBrowsers(let size):
            "an image of \(size.text) takes "
                + "\(size.pixelCount * 4 / 1_000_000) MB in a browser; phones may fail to show it"
        case .unknownPixelSize:
            "the pixel size is unknown and written as 0: viewers cannot measure lengths"
        case .notGeographic:
            "the image has no geographic coordinates; maps show it in the north-west"
        }
    }
}

extension LevelRounding {
    /// The clients that expect this rounding.
    package var zoomifyClients: String {
        self == .down ? "Zoomify and OpenSeadragon" : "Leaflet.Zoomify and libvips"
    }
}
