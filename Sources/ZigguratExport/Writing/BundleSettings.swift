internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratViewer

extension Manifest.Bundle {
    /// The settings that the bundles of an export need not share.
    package struct Settings: Hashable, Sendable, Codable {
        let container: String
        let levels: Pyramid.LevelRequest?
        let blankTolerance: Int?
        let background: RGBColor?
        let alpha: TileEncoding.Alpha
        let viewer: PageTemplates.Viewer
        /// The settings of the layout that differ from its defaults.
        let layout: [String: String]?

        init(_ settings: ExportSettings, of layout: String) {
            container = settings.container
            levels = settings.levels == Pyramid.LevelRequest() ? nil : settings.levels
            blankTolerance = settings.blankTolerance
            background = settings.background
            alpha = settings.alpha
            viewer = settings.viewer
            self.layout = settings.layoutSettings?[layout]
        }
    }
}

extension ExportSettings {
    /// These settings with those of a bundle in place of the shared ones.
    func with(_ own: Manifest.Bundle.Settings, of layout: String) -> ExportSettings {
        var settings = self
        settings.container = own.container
        settings.levels = own.levels ?? Pyramid.LevelRequest()
        settings.blankTolerance = own.blankTolerance
        settings.background = own.background
        settings.alpha = own.alpha
        settings.viewer = own.viewer
        settings.layoutSettings = own.layout.map { [layout: $0] }
        return settings
    }

    /// What of these settings shows in one bundle.
    func only(_ layout: String, _ tiling: Tiling) -> ExportSettings {
        var settings = self
        settings.layouts = [layout]
        settings.tilings = [tiling]
        settings.layoutSettings = layoutSettings?[layout].map { [layout: $0] }
        settings.source = source.ofAnyDepth
        return settings
    }
}

extension SourceRequest {
    /// The request without the depth of the samples, which belongs to the tiling.
    var ofAnyDepth: SourceRequest {
        var request = self
        request.sampleBits = 8
        return request
    }
}

extension Manifest {
    /// The settings of a bundle: those of the export, and its own.
    func settings(of bundle: Bundle) -> ExportSettings {
        bundle.settings.map { settings.with($0, of: bundle.layout) } ?? settings
    }

    /// The path of a bundle without the folder of a bag.
    func key(of bundle: Bundle) -> String { settings.fixity.key(of: bundle.path) }
}

extension ExportSettings.Fixity {
    /// The path of a bundle without the folder of a bag.
    func key(of path: String) -> String { String(path.dropFirst(payload.count)) }
}
