public import ZigguratCore
public import ZigguratSystem

/// The layouts and containers that an export, a verification or a repacking can use.
///
/// Lists, help texts, completions and readers of files come from this value. To verify and repack
/// your own layout or container like the built-in ones, add it:
///
///     let formats = Formats.standard.adding(RowLayout())
///
/// A built-in format is one folder of this module and one line here.
public struct Formats: Sendable {
    public private(set) var layouts: [any Layout]
    public private(set) var containers: [any ContainerFormat]
    package let collections: [any DestinationCollection]

    /// The built-in formats, in the order in which they are listed.
    public static let standard = Formats(
        layouts: [
            dzi, xyz, tms, google, zoomify, iiif, iiif3, legacy, single, photoscroller,
            tilemanager, jctiled, ldo, catiledlayer, TemplateLayout.example,
        ],
        containers: [.folder, .zip, .szi, .pmtiles, .mbtiles, .tiff],
        collections: [DeepZoomCollection(), IIIFCollection()])

    /// Returns the formats with a further layout, which replaces a layout with the same name.
    public func adding(_ layout: some Layout) -> Formats {
        var formats = self
        formats.layouts.removeAll { $0.name == layout.name }
        formats.layouts.append(layout)
        return formats
    }

    /// Returns the formats with a further container, which replaces a container with the same name.
    public func adding(_ container: some ContainerFormat) -> Formats {
        var formats = self
        formats.containers.removeAll { $0.name == container.name }
        formats.containers.append(container)
        return formats
    }

    /// The names of the collections that a user can request.
    package var requestableCollections: [String] {
        collections.filter(\.isOnRequest).map(\.name)
    }

    /// Returns the requestable collection with a name; `nil` if the name is unknown.
    package func collection(named name: String) -> (any DestinationCollection)? {
        collections.first { $0.name == name && $0.isOnRequest }
    }

    /// Returns the layout with a name; `nil` if the name is unknown.
    public func layout(named name: String) -> (any Layout)? {
        layouts.first { $0.name == name } ?? AlternativeLayout(named: name, of: layouts)
    }

    /// Returns the container with a name; `nil` if the name is unknown.
    public func container(named name: String) -> (any ContainerFormat)? {
        containers.first { $0.name == name }
    }

    /// Returns the reader of a file's format, by the file's first bytes; `nil` if the format is
    /// unknown.
    package func reader(of path: String) throws(ZigguratError) -> (any ContainerReader)? {
        let head = try RandomAccessFile(path).bytes(16, at: 0)
        return containers.lazy.compactMap(\.abilities.reader).first {
            $0.recognises(head)
        }
    }

    /// Returns layouts with settings applied. A layout ignores settings of other layouts.
    ///
    /// - Parameter settings: the values as text, by the names of the command-line options.
    /// - Throws: ``ZigguratError`` if none of the layouts has a setting, or a value is invalid.
    package func configured(
        _ layouts: [any Layout], with settings: [String: String]
    ) throws(ZigguratError) -> [any Layout] {
        for name in settings.keys.sorted()
        where !layouts.contains(where: { $0.settingTexts[name] != nil }) {
            let owners = self.layouts.filter { $0.settingTexts[name] != nil }.map(\.name)
            throw ZigguratError(LayoutError.unusedSetting(name, layouts: owners))
        }
        var configured: [any Layout] = []
        for layout in layouts {
            configured.append(
                try layout.with(settings.filter { layout.settingTexts[$0.key] != nil }))
        }
        return configured
    }
}

/// The built-in formats by name, with their default settings.
extension Formats {
    public static var dzi: any Layout { .dzi }
    public static var xyz: any Layout { .xyz }
    public static var tms: any Layout { .tms }
    public static var google: any Layout { .google }
    public static var zoomify: any Layout { .zoomify }
    public static var iiif: any Layout { .iiif }
    public static var iiif3: any Layout { .iiif3 }
    public static var legacy: any Layout { .legacy }
    public static var single: any Layout { .single }
    public static var photoscroller: any Layout { .photoscroller }
    public static var tilemanager: any Layout { .tilemanager }
    public static var jctiled: any Layout { .jctiled }
    public static var ldo: any Layout { .ldo }
    public static var catiledlayer: any Layout { .catiledlayer }

    public static var folder: any ContainerFormat { .folder }
    public static var zip: any ContainerFormat { .zip }
    public static var szi: any ContainerFormat { .szi }
    public static var pmtiles: any ContainerFormat { .pmtiles }
    public static var mbtiles: any ContainerFormat { .mbtiles }
    public static var tiff: any ContainerFormat { .tiff }

    /// Returns the layout of a path template, such as `{level}/{column}_{row}.{ext}`.
    ///
    /// - Throws: `ZigguratError` if the template is invalid.
    public static func template(_ text: String) throws(ZigguratError) -> any Layout {
        try TemplateLayout(text)
    }
}

extension Layout {
    /// Returns an example of a tile's path, for lists and help texts.
    ///
    /// The tile is the last tile of an image called “photo” of 1000 × 800 pixels, with the layout's
    /// default tiling.
    public func examplePath() throws(ZigguratError) -> String {
        let pyramid = try pyramid(
            name: "photo", imageSize: PixelSize(width: 1000, height: 800))
        let top = pyramid.levels[pyramid.levels.count - 1]
        return naming.path(of: pyramid.tile(top, column: top.columns - 1, row: top.rows - 1))
    }
}

extension ContainerFormat {
    /// The layouts of an export if the user names none.
    public var defaultLayouts: [any Layout] { traits.layouts ?? [.dzi] }

    /// Returns the path of an example bundle, for lists and help texts. The image of the bundle is
    /// called “photo” and has the default layout.
    public func examplePath() throws(ZigguratError) -> String {
        guard let layout = defaultLayouts.first else { return "photo" }
        let pyramid = try layout.pyramid(
            name: "photo", imageSize: PixelSize(width: 1000, height: 800),
            rules: rules(of: layout))
        return "photo/" + path(of: BundleDescription(layout: layout.name, pyramid: pyramid))
    }
}

extension Formats {
    /// The most memory for tiles that wait for their place in a container, in bytes.
    package static let waitingTileBytes = OrderedContainer.memoryLimit
}
