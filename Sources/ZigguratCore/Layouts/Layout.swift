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
/// Further protocols add features to layouts: ``DescriptorWriting``, ``AliasedLayout``,
/// ``WholeImageLayout``, `AdaptiveLayout`, `ReadableLayout`, `ConfigurableLayout` and
/// `PyramidChecking`.
public protocol Layout: Sendable {
    /// The name on the command line, which is also the bundle's folder: lower case, no spaces.
    var name: String { get }
    /// The format, a colon, and the programs that read it; at most 80 characters.
    var summary: String { get }
    /// The supported tilings and levels, and the defaults.
    var rules: TilingRules { get }
    /// The names of the tiles.
    var naming: any NamingStrategy { get }
}

extension Layout {
    public var rules: TilingRules { TilingRules() }
}

extension Layout {
    /// Returns the pyramid of an image in this layout, at its highest density.
    ///
    /// - Parameter rules: the layout's rules in a container; `nil` for the rules without a
    ///   container.
    /// - Throws: ``LayoutFailure`` if the layout does not support the request.
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
    /// - Throws: ``LayoutFailure`` if the layout does not support these levels.
    public func pyramid(
        name: String, imageSize: PixelSize, cut tiling: Tiling, levels: Pyramid.LevelRequest
    ) throws(ZigguratError) -> Pyramid {
        let shortest = min(tiling.tileSize.width, tiling.tileSize.height)
        guard shortest >= rules.densities.max() ?? 1 else {
            throw ZigguratError(LayoutFailure.tileSizeOutOfRange(shortest), "layout \(self.name)")
        }
        let shape = try self.rules.levels.shape(
            of: self.shape(for: imageSize, cut: tiling), for: levels, layout: self.name)
        guard tiling.overlap == 0 || shape.origin == .topLeft else {
            throw ZigguratError(LayoutFailure.unsupportedOverlap, "layout \(self.name)")
        }
        let all = Pyramid.allLevels(imageSize, tiling, shape)
        guard !shape.kept(all).isEmpty else {
            throw ZigguratError(LayoutFailure.noLevelLeft(of: all.count), "layout \(self.name)")
        }
        return Pyramid(
            name: name, imageSize: imageSize, tiling: tiling, shape: shape,
            density: rules.densities.max() ?? 1)
    }

    /// Returns the number of written tiles of a pyramid and its companions.
    public func tileCount(with pyramid: Pyramid) -> Int {
        companions(of: pyramid).reduce(pyramid.tileCount) { sum, companion in
            sum + companion.tiles.reduce(0) { $0 + (isWritten($1) ? 1 : 0) }
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
