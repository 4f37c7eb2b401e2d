internal import ZigguratSystem

/// How a page is made, whatever it shows.
public struct PageSetting: Sendable {
    /// Where a page has its scripts.
    public enum Assets: Hashable, Sendable {
        /// In the folder `viewer` beside it.
        case beside
        /// In itself.
        case inline
        /// In a folder that many pages share, relative to the page and with a slash at its end.
        case shared(String)
    }

    public var library: ViewerLibrary
    public var assets: Assets
    public var templates: TemplateSet

    public init(
        library: ViewerLibrary = .openSeadragon, assets: Assets = .beside,
        templates: TemplateSet = .builtIn
    ) {
        self.library = library
        self.assets = assets
        self.templates = templates
    }
}
