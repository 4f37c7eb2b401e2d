public import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem
internal import ZigguratViewer

extension Repacker {
    /// What a repack would write.
    public struct Plan: Sendable {
        /// A bundle and the pyramid that its tiles come from.
        @dynamicMemberLookup
        public struct Bundle: Sendable {
            public let target: ExportPlan.Bundle
            let source: any TileSource
            /// Tiles of levels that the source does not have; they are made from a level that it has.
            public let newTiles: Int

            public var sourcePlace: String { source.place }

            public subscript<Value>(dynamicMember path: KeyPath<ExportPlan.Bundle, Value>) -> Value
            {
                target[keyPath: path]
            }

            /// The level of the source with the tiles of another level; `nil` if it has none.
            func sourceLevel(of level: Level, in pyramid: Pyramid) -> (Pyramid, Level)? {
                for old in source.pyramids
                where old.density == pyramid.density {
                    let found = old.levels.first {
                        $0.reduction == level.reduction && $0.size == level.size
                    }
                    if let found { return (old, found) }
                }
                return nil
            }
        }

        public let name: String
        public let bundles: [Bundle]
        public let container: any ContainerFormat
        public let notes: [ExportNote]

        let opened: OpenedPyramids
        let settings: ExportSettings
        let formats: Formats

        public var tileCount: Int { bundles.reduce(0) { $0 + $1.tileCount } }

        init(_ opened: OpenedPyramids, _ options: Repacker.Options) throws(ZigguratError) {
            self.opened = opened
            formats = options.formats
            container = options.container
            name = try ExportName.expanded(options.name, for: opened.name)
            try ExportName.check(name, source: opened.path)
            for entry in opened.entries {
                let (count, limit) = (entry.source.pyramid.tileCount, FoundPyramid.maximumTileCount)
                guard count <= limit else {
                    throw ZigguratError(
                        Verification.Fault.tooManyTiles(count, limit: limit), entry.source.place)
                }
            }
            var settings = opened.manifest?.settings ?? ExportSettings()
            settings.levels = Self.levels(of: opened)
            settings.background = settings.background ?? .white
            settings.baseURL = options.baseURL ?? settings.baseURL
            settings.viewer = options.viewer ?? settings.viewer
            settings.sizes = []
            settings.includesSource = false
            settings.book = nil
            settings.pageAssets = .bundle
            settings.templates = nil
            if let language = settings.language, !PageTemplates.builtIn.hasLanguage(language) {
                settings.language = nil
            }
            settings.fixity = .none
            let hasPages = settings.hasPages(in: container)
            let sourceTime = try opened.provenance().source.seconds
            var bundles: [Bundle] = []
            let layouts = try Self.layouts(of: opened, options)
            notes = [Self.note(on: opened, options, layouts)].compactMap(\.self)
            for layout in layouts {
                let (source, pyramid) = try Self.source(for: layout, in: opened, name, options)
                var description = BundleDescription(
                    layout: layout.name, export: name, pyramid: pyramid, caption: settings.caption,
                    baseURL: settings.baseURL,
                    micronsPerPixel: opened.manifest?.image.micronsPerPixel,
                    georeference: opened.manifest?.image.georeference,
                    sourceTime: sourceTime,
                    leavesOutBlanks: (!source.absent.isEmpty || source.isSparse)
                        && ExportPlan.Bundle.canLeaveOutBlanks(
                            layout, container, hasPages: hasPages)
                )
                description.isOpaque = opened.manifest?.image.hasAlpha == false
                description.link(settings, source: "", in: container)
                let held = Set(source.pyramid.levels.map(\.reduction))
                bundles.append(
                    Bundle(
                        target: ExportPlan.Bundle(layout, in: container, description),
                        source: source,
                        newTiles: pyramid.levels.filter { !held.contains($0.reduction) }
                            .reduce(0) { $0 + $1.tileCount }))
            }
            self.bundles = bundles
            settings.complete(bundles.map(\.target), in: container, formats)
            self.settings = settings
        }

        /// The requested layouts, or else those of the source that the container can hold.
        private static func layouts(
            of opened: OpenedPyramids, _ options: Repacker.Options
        ) throws(ZigguratError) -> [any Layout] {
            let there = Self.distinct(opened.entries.map(\.layout))
            let held = there.filter { options.container.layouts?.contains($0.name) ?? true }
            let layouts =
                options.layouts?.map { layout in there.first { $0.name == layout.name } ?? layout }
                ?? (held.isEmpty ? options.container.defaultLayouts : held)
            return try options.formats.configured(layouts, with: options.layoutSettings)
        }

        /// An export may have a layout in several containers.
        private static func distinct(_ layouts: [any Layout]) -> [any Layout] {
            layouts.reduce(into: []) { layouts, layout in
                if !layouts.contains(where: { $0.name == layout.name }) { layouts.append(layout) }
            }
        }

        /// What the new export does not have, although no option leaves it out.
        private static func note(
            on opened: OpenedPyramids, _ options: Repacker.Options, _ layouts: [any Layout]
        ) -> ExportNote? {
            let written = layouts.map(\.name)
            let others = Self.distinct(opened.entries.map(\.layout)).map(\.name)
                .filter { options.layouts == nil && !written.contains($0) }
            let parts = others + (opened.manifest?.partsBesideBundles() ?? [])
            return parts.isEmpty ? nil : .notRepacked(parts)
        }

        private static func levels(of opened: OpenedPyramids) -> Pyramid.LevelRequest {
            opened.manifest?.settings.levels ?? opened.entries.first?.levels
                ?? Pyramid.LevelRequest()
        }

        /// The first pyramid with the tiles of a layout.
        private static func source(
            for layout: any Layout, in opened: OpenedPyramids, _ name: String,
            _ options: Repacker.Options
        ) throws(ZigguratError) -> (any TileSource, Pyramid) {
            var reason: ZigguratError?
            let own = opened.entries.filter { $0.layout.name == layout.name }
            let others = opened.entries.filter { $0.layout.name != layout.name }
            let levels = levels(of: opened)
            for entry in own + others {
                do throws(ZigguratError) {
                    return (
                        entry.source,
                        try pyramid(of: layout, from: entry, name, options.container, levels)
                    )
                } catch {
                    reason = reason ?? error
                }
            }
            let failure = reason ?? ZigguratError(PyramidFailure.unrecognised, opened.path)
            // Without an export, the user knows the path and not the places in it.
            throw opened.manifest == nil ? failure.about(opened.path) : failure
        }

        /// Returns the pyramid of a layout if another pyramid has its tiles.
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
            let refusal = { (obstacle: RepackFailure.Obstacle) in
                ZigguratError(
                    RepackFailure.needsEncoding(
                        from: entry.layout.name, old.tiling, to: layout.name, obstacle),
                    entry.source.place)
            }
            let pyramid: Pyramid
            do throws(ZigguratError) {
                // Any tiling is allowed if the layout stays the same.
                try container.check(layout)
                let tiling = try container.rules(of: layout).tiling(
                    for: isSame ? Tiling.Request(encoding: old.tiling.encoding) : request,
                    layout: layout.name)
                pyramid = try layout.pyramid(
                    name: ExportName.file(of: name), imageSize: old.imageSize,
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

        /// The edge rule to request from the new layout. If the image fills every tile the rules are
        /// equivalent.
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
}
