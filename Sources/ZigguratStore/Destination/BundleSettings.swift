package import ZigguratCore
internal import ZigguratFormats
package import ZigguratImaging
internal import ZigguratViewer

extension Manifest.Bundle {
    /// The settings that can differ between the bundles of an export.
    package struct Settings: Hashable, Sendable, Codable {
        package let container: String
        package let levels: Pyramid.LevelRequest?
        let blankTolerance: Int?
        let background: RGBColor?
        let alpha: TileEncoding.Alpha
        let viewer: PageTemplates.Viewer
        /// The settings of the layout that differ from its defaults.
        package let layout: [String: String]?

        package init(_ settings: ExportSettings, of layout: String) {
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
    /// Returns these settings with the settings of a bundle in place of the shared values.
    package func with(_ own: Manifest.Bundle.Settings, of layout: String) -> ExportSettings {
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

    /// Returns these settings reduced to the values that affect one bundle.
    package func only(_ layout: String, _ tiling: Tiling) -> ExportSettings {
        var settings = self
        settings.layouts = [layout]
        settings.tilings = [tiling]
        settings.layoutSettings = layoutSettings?[layout].map { [layout: $0] }
        settings.source = source.ofAnyDepth
        return settings
    }
}

extension SourceRequest {
    /// The request without the bit depth of samples, which belongs to the tiling.
    package var ofAnyDepth: SourceRequest {
        var request = self
        request.sampleBits = 8
        return request
    }
}

extension Manifest {
    /// Returns the export's settings, with the values that differ for a bundle.
    package func settings(of bundle: Bundle) -> ExportSettings {
        bundle.settings.map { settings.with($0, of: bundle.layout) } ?? settings
    }

    /// Returns the path of a bundle without the payload folder of a bag.
    package func key(of bundle: Bundle) -> String { settings.fixity.key(of: bundle.path) }

    /// The title of the bundle, such as `dzi` or `xyz (pmtiles)`.
    package func title(of bundle: Bundle) -> String {
        Self.title(bundle.layout, in: bundle.isFolder ? nil : container(of: bundle))
    }

    /// - Parameter container: the name of the container; `nil` means a folder.
    package static func title(_ layout: String, in container: String?) -> String {
        container.map { "\(layout) (\($0))" } ?? layout
    }

    /// Returns the name of the container of a bundle.
    package func container(of bundle: Bundle) -> String { settings(of: bundle).container }
}

extension ExportSettings.Fixity {
    /// Returns the path of a bundle without the payload folder of a bag.
    package func key(of path: String) -> String { String(path.dropFirst(payload.count)) }
}
