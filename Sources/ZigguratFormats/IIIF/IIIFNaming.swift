internal import ZigguratCore
internal import ZigguratSystem

/// The names of a version's tiles: the canonical addresses.
struct IIIFNaming: NamingStrategy {
    private let addresses: IIIFAddresses
    private let pageTemplate: TemplateNaming

    /// - Parameter pageTemplate: the alias of a tile that needs no exception for the whole image.
    init(_ addresses: IIIFAddresses, pageTemplate: StaticString) {
        self.addresses = addresses
        self.pageTemplate = TemplateNaming(literal: pageTemplate)
    }

    func path(of tile: Tile) -> String { addresses.path(of: tile) }

    func pageTemplate(for level: Level, of pyramid: Pyramid) -> String? {
        pageTemplate.pageTemplate(for: level, of: pyramid)
    }
}
