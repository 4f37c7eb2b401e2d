package import ZigguratCore

/// The content of a page: a pyramid, the positions of its tiles, and its caption.
package struct PageDescription: Sendable {
    /// The pyramid with its caption, absent tiles and address; its layout is empty in a preview.
    package var bundle: BundleDescription
    package var naming: any NamingStrategy
    /// The folder of the tiles relative to the page, with a slash at the end.
    package var tileFolder = ""
    package var isTransparent = false
    /// The CSS colour behind the image; `nil` for the colour of the visitor's colour scheme.
    package var background: String?
    package var links: [PageLink] = []
    /// The page's folder relative to the destination, such as `photo/dzi`; `nil` if the page is in
    /// a container.
    package var place: String?
    /// The bundle's folder, relative to the export's folder, whose page represents all layouts in
    /// search engines; `nil` for this page's bundle.
    package var canonicalFolder: String?
    /// The archive that contains the tiles; `nil` if the tiles are files.
    package var archive: PageArchive?
    /// The path from the page to its destination, with a slash at the end; `nil` if the page is in
    /// the folder of its bundle.
    package var root: String?
    /// The title of the page; `nil` for the title of the image.
    package var heading: String?
    package var annotations: [Annotation] = []
    package var tour: Tour?
    /// The path of a small version of the image, relative to the page.
    package var thumbnail: String?
    /// The image for link previews; `nil` to use the thumbnail.
    package var card: PageCard?
    /// A very small JPEG of the image, which the page shows until the first tiles arrive.
    package var placeholder: [UInt8]?
    /// The language of the page (BCP 47); `nil` for English, with texts in the visitor's language.
    package var language: String?
    /// The largest magnification, in screen pixels per image pixel; `nil` for 4.
    package var maxZoom: Double?
    package var viewer = PageTemplates.Viewer.openseadragon
    package var assets = PageTemplates.Assets.bundle

    /// The tiles in another format; `nil` if no other format exists.
    package var alternative: Alternative?
    /// A text that changes whenever the tiles change; `nil` if visitors cannot keep the image.
    package var offlineVersion: String?

    /// Tiles in another format, for browsers that can decode it.
    package struct Alternative: Sendable {
        let tiles: TileSet
        let isTransparent: Bool

        /// - Parameter tileFolder: the folder of the tiles relative to the page, with a slash at
        ///   the end.
        package init(pyramid: Pyramid, tileFolder: String, isTransparent: Bool) {
            tiles = TileSet(pyramid: pyramid, folder: tileFolder)
            self.isTransparent = isTransparent
        }
    }

    /// A pyramid and the folder of its tiles.
    struct TileSet: Sendable {
        let pyramid: Pyramid
        package let folder: String
    }

    var tiles: TileSet { TileSet(pyramid: bundle.pyramid, folder: tileFolder) }

    /// The public address of the page's folder, without a slash at the end; `nil` if unknown.
    package var address: String?
    /// The address of the image's canvas in a IIIF manifest; `nil` if the manifest is missing or
    /// the address is unknown.
    package var canvas: String?

    package init(of bundle: BundleDescription, naming: any NamingStrategy) {
        self.bundle = bundle
        self.naming = naming
        address = bundle.baseURL == nil ? nil : bundle.address
    }

    /// The page with texts about the image in ``language``.
    var inItsLanguage: PageDescription {
        guard let language else { return self }
        var page = self
        page.bundle.caption = bundle.caption.texts(in: language)
        page.annotations = annotations.map { $0.texts(in: language) }
        return page
    }

    /// Returns the template from which the page computes the tile paths of a level.
    func template(of level: Level, in tiles: TileSet) -> String? {
        naming.pageTemplate(for: level, of: tiles.pyramid).map {
            Self.escaped(tiles.folder) + $0
        }
    }

    /// Doubles the braces in a name, so that the name contains no placeholder.
    static func escaped(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.flatMap { $0 == "{" || $0 == "}" ? [$0, $0] : [$0] }))
    }
}
