package import ZigguratCore
package import ZigguratExport
internal import ZigguratFormats
internal import ZigguratStore
package import ZigguratSystem

/// Finds a pyramid whose tiles another layout can use.
extension Repacker.Plan {
    /// Returns the first pyramid that has the tiles of a layout.
    package static func source(
        for layout: any Layout, in opened: OpenedPyramids, _ name: String,
        _ options: Repacker.Options
    ) throws(ZigguratError) -> (any TileSource, Pyramid) {
        var reason: ZigguratError?
        let own = opened.entries.filter { $0.layout.name == layout.name }
        let others = opened.entries.filter { $0.layout.name != layout.name }
        let levels = levels(of: opened)
        for entry in own + others {
            do throws(ZigguratError) {
                guard !entry.source.hasMasks else {
                    throw ZigguratError(RepackError.masks, entry.source.place)
                }
                return (
                    entry.source,
                    try pyramid(of: layout, from: entry, name, options.container, levels)
                )
            } catch {
                reason = reason ?? error
            }
        }
        let failure = reason ?? ZigguratError(PyramidError.unrecognised, opened.path)
        // Without an export, the user knows only the path that was given, so the error names this
        // path.
        throw opened.manifest == nil ? failure.about(opened.path) : failure
    }

    /// Returns the pyramid of a layout, if another pyramid has its tiles.
    private static func pyramid(
        of layout: any Layout, from entry: OpenedBundle, _ name: String,
        _ container: any ContainerFormat, _ levels: Pyramid.LevelRequest
    ) throws(ZigguratError) -> Pyramid {
        let old = entry.source.pyramid
        let isSame =
            layout.name == entry.layout.name && layout.settingTexts == entry.layout.settingTexts
        let request = Tiling.Request(
            tileSize: old.tiling.tileSize.width, overlap: old.tiling.overlap,
            edge: edge(of: old, in: container.rules(of: layout)), encoding: old.tiling.encoding)
        let refusal = { (kind: RepackError.Kind) in
            ZigguratError(
                RepackError.needsEncoding(
                    from: entry.layout.name, old.tiling, to: layout.name, kind),
                entry.source.place)
        }
        let pyramid: Pyramid
        do throws(ZigguratError) {
            // Any tiling is valid if the layout does not change.
            try container.check(layout)
            let tiling = try container.rules(of: layout).tiling(
                for: isSame ? Tiling.Request(encoding: old.tiling.encoding) : request,
                layout: layout.name)
            pyramid = try layout.pyramid(
                name: Path.name(of: name), imageSize: old.imageSize,
                cut: isSame ? old.tiling : tiling,
                levels: levels)
        } catch {
            throw refusal(.refused(error))
        }
        if !isSame { try layout.check([pyramid]) }
        guard isSame || old.tiling.tileSize.width == old.tiling.tileSize.height else {
            throw refusal(.tilesNotSquare)
        }
        guard isSame || !layout.rules.wholeLevels && !entry.layout.rules.wholeLevels else {
            throw refusal(.wholeLevels)
        }
        guard isSame || layout.companions(of: pyramid).isEmpty else {
            throw refusal(.companions)
        }
        guard let smallest = old.levels.first else { throw refusal(.noLevels) }
        for level in pyramid.levels where level.reduction <= smallest.reduction {
            guard
                let same = old.levels.first(where: {
                    $0.reduction == level.reduction && $0.size == level.size
                })
            else { throw refusal(.missingLevel(level.size)) }
            guard same.shift == level.shift else {
                throw refusal(.gridOrigin)
            }
        }
        return pyramid
    }

    /// Returns the edge rule to request from the new layout. If the image fills every tile, all
    /// edge rules are equivalent.
    private static func edge(of pyramid: Pyramid, in rules: TilingRules) -> Tiling.Edge {
        let rule = pyramid.tiling.edge
        guard !rules.edges.contains(rule), let other = rules.edges.first else { return rule }
        let isFilled = pyramid.levels.allSatisfy { level in
            level.size.width % pyramid.tiling.tileSize.width == 0
                && level.size.height % pyramid.tiling.tileSize.height == 0
        }
        return isFilled ? other : rule
    }
}
