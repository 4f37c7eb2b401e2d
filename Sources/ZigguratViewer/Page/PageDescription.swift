package import ZigguratCore

/// What a page shows: a pyramid, where its tiles are, and its caption.
package struct PageDescription: Sendable {
    /// The pyramid with its caption, absent tiles and address; its layout is empty in a preview.
    package var bundle: BundleDescription
    package var naming: any NamingStrategy
    /// The folder of the tiles relative to the page, with a slash at the end.
    package var tileFolder = ""
    package var isTransparent = false
    /// A CSS colour behind the image; that of the visitor's colour scheme if `nil`.
    package var background: String?
    package var links: [PageLink] = []
    /// The page's folder relative to the destination, such as `photo/dzi`; `nil` if the page is in
    /// a container.
    package var place: String?
    /// The folder, relative to the export's, of the bundle whose page stands for all layouts in
    /// search engines; this bundle's if `nil`.
    package var canonicalFolder: String?
    /// The archive that contains the tiles; `nil` if tiles are files.
    package var archive: PageArchive?
    /// From the page to its destination, with a slash at the end; `nil` if the page is in the folder
    /// of its bundle.
    package var root: String?
    /// The title of the page, if it is not that of the image.
    package var heading: String?
    package var annotations: [Annotation] = []
    /// The path of a small version of the image, relative to the page.
    package var thumbnail: String?
    /// The image of link previews; the thumbnail if `nil`.
    package var card: PageCard?
    /// A very small JPEG of the image, shown until the first tiles arrive.
    package var placeholder: [UInt8]?
    /// The language of the page (BCP 47); `nil` for English, with texts in the visitor's language.
    package var language: String?
    package var viewer = PageTemplates.Viewer.openseadragon
    package var assets = PageTemplates.Assets.bundle

    /// The same tiles in another format; `nil` without any.
    package var alternative: Alternative?
    /// Changes with the tiles; `nil` if visitors cannot keep the image.
    package var offlineVersion: String?

    /// Tiles in a format that the page shows to browsers that decode it.
    package struct Alternative: Sendable {
        let tiles: TileSet
        let isTransparent: Bool

        /// - Parameter tileFolder: relative to the page, with a slash at the end.
        package init(pyramid: Pyramid, tileFolder: String, isTransparent: Bool) {
            tiles = TileSet(pyramid: pyramid, folder: tileFolder)
            self.isTransparent = isTransparent
        }
    }

    /// Tiles and the folder in which they are.
    struct TileSet: Sendable {
        let pyramid: Pyramid
        let folder: String
    }

    var tiles: TileSet { TileSet(pyramid: bundle.pyramid, folder: tileFolder) }

    /// The public address of the page's folder, without a slash at the end; `nil` if unknown.
    package var address: String?

    package init(of bundle: BundleDescription, naming: any NamingStrategy) {
        self.bundle = bundle
        self.naming = naming
        address = bundle.baseURL == nil ? nil : bundle.address
    }

    /// The template from which the page computes the tile paths of a level.
    func template(of level: Level, in tiles: TileSet) -> String? {
        naming.pageTemplate(for: level, of: tiles.pyramid).map {
            Self.escaped(tiles.folder) + $0
        }
    }

    /// Doubles the braces in a name, so that it contains no placeholder.
    static func escaped(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.flatMap { $0 == "{" || $0 == "}" ? [$0, $0] : [$0] }))
    }
}
