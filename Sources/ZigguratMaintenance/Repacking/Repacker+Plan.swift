public import ZigguratCore
public import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
public import ZigguratStore
internal import ZigguratSystem
internal import ZigguratViewer

extension Repacker {
    /// The export that a repack would write.
    public struct Plan: Sendable {
        /// A bundle, and the pyramid that provides its tiles.
        @dynamicMemberLookup
        public struct Bundle: Sendable {
            public let target: ExportPlan.Bundle
            let source: any TileSource
            /// The number of tiles in levels that the source lacks. These tiles are made from
            /// another level of the source.
            public let newTiles: Int

            public var sourcePlace: String { source.place }

            public subscript<Value>(dynamicMember path: KeyPath<ExportPlan.Bundle, Value>) -> Value
            {
                target[keyPath: path]
            }

            /// Returns the level of the source that has the tiles of another level; returns `nil`
            /// if the source lacks them.
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
        /// The states of the source and of the older export of the name.
        let states: EntryStates
        package let settings: ExportSettings
        let formats: Formats

        public var tileCount: Int { bundles.reduce(0) { $0 + $1.tileCount } }

        /// - Parameter states: the states of the source and of the older export of the name.
        init(
            _ opened: OpenedPyramids, upon states: EntryStates, _ options: Repacker.Options
        ) throws(ZigguratError) {
            self.opened = opened
            self.states = states
            formats = options.formats
            container = options.container
            name = try ExportName.expanded(options.name, for: opened.name)
            try ExportName.check(name, source: opened.path)
            for entry in opened.entries {
                let (count, limit) = (entry.source.pyramid.tileCount, FoundPyramid.maximumTileCount)
                guard count <= limit else {
                    throw ZigguratError(
                        VerificationError.tooManyTiles(count, limit: limit), entry.source.place)
                }
            }
            var settings = Self.settings(of: opened, options)
            let hasPages = settings.hasPages(in: container)
            let losesTour =
                settings.tour != nil
                && !((hasPages || settings.hasPagesBeside(container))
                    && opened.tour.hasMedia(of: settings.tour))
            if losesTour { settings.tour = nil }
            let sourceTime = try opened.provenance().source.seconds
            var bundles: [Bundle] = []
            let layouts = try Self.layouts(of: opened, options)
            notes = [Self.note(on: opened, options, layouts, losesTour: losesTour)].compactMap(
                \.self)
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

        /// Returns the settings of the old export, without the settings of parts that are not
        /// repacked.
        private static func settings(
            of opened: OpenedPyramids, _ options: Repacker.Options
        ) -> ExportSettings {
            var settings = opened.manifest?.settings ?? ExportSettings()
            settings.levels = levels(of: opened)
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
            return settings
        }

        /// Returns the requested layouts; without a request, the layouts of the source that the
        /// container can hold.
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

        /// Removes duplicates, because an export can have a layout in several containers.
        private static func distinct(_ layouts: [any Layout]) -> [any Layout] {
            layouts.reduce(into: []) { layouts, layout in
                if !layouts.contains(where: { $0.name == layout.name }) { layouts.append(layout) }
            }
        }

        /// Returns a note on parts that the new export lacks although no option excludes them.
        private static func note(
            on opened: OpenedPyramids, _ options: Repacker.Options, _ layouts: [any Layout],
            losesTour: Bool
        ) -> ExportNote? {
            let written = layouts.map(\.name)
            let others = Self.distinct(opened.entries.map(\.layout)).map(\.name)
                .filter { options.layouts == nil && !written.contains($0) }
            let parts =
                others + (opened.manifest?.partsBesideBundles() ?? [])
                + (losesTour ? ["tour"] : [])
            return parts.isEmpty ? nil : .notRepacked(parts)
        }

        package static func levels(of opened: OpenedPyramids) -> Pyramid.LevelRequest {
            opened.manifest?.settings.levels ?? opened.entries.first?.levels
                ?? Pyramid.LevelRequest()
        }
    }
}
