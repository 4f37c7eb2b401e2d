public import ZigguratCore

/// One bundle of an export, as the plan of an export or of a repack has it.
public struct BundlePlan: Sendable {
    public let layout: any Layout
    public let container: any ContainerFormat
    public let description: BundleDescription
    /// Where it is written, relative to the export.
    public let path: String
    /// The estimated bytes of the page and its assets.
    var pageBytes = 0
    /// The estimated bytes of the tiles of full resolution, if they are cut out of a JPEG.
    var baseLevelBytes: Int?

    init(
        _ layout: any Layout, in container: any ContainerFormat, _ description: BundleDescription,
        payload: String = ""
    ) {
        self.layout = layout
        self.container = container
        self.description = description
        path = payload + container.path(of: description)
    }

    /// The pyramid of the highest density.
    public var pyramid: Pyramid { description.pyramid }

    /// The pyramid and its companions, for example one for each density.
    public var pyramids: [Pyramid] { layout.pyramids(with: pyramid) }

    /// The tiles of all pyramids that are files of their own.
    public var tileCount: Int { layout.tileCount(with: pyramid) }

    /// Images of whole levels.
    public var wholeImages: [WholeImage] { layout.wholeImages(of: pyramid) }

    /// Whether a client of a layout in a container can be told which tiles are not there.
    static func canLeaveOutBlanks(
        _ layout: any Layout, _ container: any ContainerFormat, hasPages: Bool
    ) -> Bool {
        // A client may ask for the tiles of any density.
        guard layout.rules.densities.count == 1 else { return false }
        return switch container.blanks ?? layout.rules.blanks {
        case .described: true
        case .page: hasPages
        case .written: false
        }
    }
}
