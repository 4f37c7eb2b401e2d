public import ZigguratCore
public import ZigguratSystem

/// The formats that an export, a verification or a repacking knows.
///
/// Lists, help texts, completions and readers of files come from this value. Add a layout or
/// container of your own to have it verified and repacked like the built-in ones:
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

    /// The same formats and a layout; it replaces one of the same name.
    public func adding(_ layout: some Layout) -> Formats {
        var formats = self
        formats.layouts.removeAll { $0.name == layout.name }
        formats.layouts.append(layout)
        return formats
    }

    /// The same formats and a container; it replaces one of the same name.
    public func adding(_ container: some ContainerFormat) -> Formats {
        var formats = self
        formats.containers.removeAll { $0.name == container.name }
        formats.containers.append(container)
        return formats
    }

    /// The names of the collections that a user can ask for.
    package var requestableCollections: [String] {
        collections.filter(\.isOnRequest).map(\.name)
    }

    /// The collection of a name that a user can ask for; `nil` if it is unknown.
    package func collection(named name: String) -> (any DestinationCollection)? {
        collections.first { $0.name == name && $0.isOnRequest }
    }

    /// The layout of a name; `nil` if it is unknown.
    public func layout(named name: String) -> (any Layout)? {
        layouts.first { $0.name == name } ?? AlternativeLayout(named: name, of: layouts)
    }

    /// The container of a name; `nil` if it is unknown.
    public func container(named name: String) -> (any ContainerFormat)? {
        containers.first { $0.name == name }
    }

    /// The reader of a file, by its first bytes; `nil` if its format is unknown.
    package func reader(of path: String) throws(ZigguratError) -> (any ContainerReader)? {
        let head = try RandomAccessFile(path).bytes(16, at: 0)
        return containers.lazy.compactMap { $0 as? any ContainerReader }.first {
            $0.recognises(head)
        }
    }

    /// Some layouts with settings of their own, each given to those that have it.
    ///
    /// - Parameter settings: the settings as text, by the names of their options.
    /// - Throws: ``ZigguratError`` if no layout has a setting, or a value is invalid.
    package func configured(
        _ layouts: [any Layout], with settings: [String: String]
    ) throws(ZigguratError) -> [any Layout] {
        for name in settings.keys.sorted()
        where !layouts.contains(where: { $0.settingTexts[name] != nil }) {
            let owners = self.layouts.filter { $0.settingTexts[name] != nil }.map(\.name)
            throw ZigguratError(LayoutFailure.unusedSetting(name, layouts: owners))
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

    /// The layout of a path template, such as `{level}/{column}_{row}.{ext}`.
    ///
    /// - Throws: `ZigguratError` if the template is invalid.
    public static func template(_ text: String) throws(ZigguratError) -> any Layout {
        try TemplateLayout(text)
    }
}

extension Layout {
    /// An example of a tile's path for lists and help texts: the last tile of an image called
    /// “photo” of 1000 × 800 pixels, with the layout's default tiling.
    public func examplePath() throws(ZigguratError) -> String {
        let pyramid = try pyramid(
            name: "photo", imageSize: PixelSize(width: 1000, height: 800))
        let top = pyramid.levels[pyramid.levels.count - 1]
        return naming.path(of: pyramid.tile(top, column: top.columns - 1, row: top.rows - 1))
    }
}

extension ContainerFormat {
    /// The layouts of an export that names none.
    public var defaultLayouts: [any Layout] { traits.layouts ?? [.dzi] }

    /// The path of an example bundle, of an image called “photo” in the default layout, for lists
    /// and help texts.
    public func examplePath() throws(ZigguratError) -> String {
        guard let layout = defaultLayouts.first else { return "photo" }
        let pyramid = try layout.pyramid(
            name: "photo", imageSize: PixelSize(width: 1000, height: 800),
            rules: rules(of: layout))
        return "photo/" + path(of: BundleDescription(layout: layout.name, pyramid: pyramid))
    }
}

extension Formats {
    /// The most that tiles which wait for their place in a container take in memory, in bytes.
    package static let waitingTileBytes = OrderedContainer.memoryLimit
}
