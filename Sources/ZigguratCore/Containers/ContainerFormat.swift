public import ZigguratSystem

/// A kind of thing that bundles are written into: a folder, an archive, a tile database.
///
/// A format is a small value. The built-in ones stand in ``ContainerRegistry``, each in a file of
/// its own. One of your own needs a name, a sentence, a place and a ``Container`` that writes.
public protocol ContainerFormat: Sendable {
    /// The name on the command line: lower case, no spaces.
    var name: String { get }
    /// What it is and who reads it, in a few words.
    var summary: String { get }
    /// The layouts where nobody names any.
    var defaultLayouts: [any Layout] { get }
    /// The names of the layouts that it can hold; `nil` where it holds any.
    var layouts: [String]? { get }
    /// Whether a bundle in it is a folder whose files anybody can open.
    var isFolder: Bool { get }
    /// Whether a bundle in it has a page with all that the page loads.
    var holdsPages: Bool { get }
    /// What becomes of tiles without a picture where they are to be left out; `nil` leaves it to the
    /// layout.
    var blanks: BlankRule? { get }
    /// Where a bundle in it has a small picture of the whole although it has no page, relative to
    /// the bundle; `nil` where it has none.
    var thumbnail: String? { get }
    /// Roughly what a file takes in it besides its bytes, for plans.
    var bytesPerFile: Int { get }

    /// What the tiling of a layout may be inside it, and what it is where nobody says.
    func rules(of layout: any Layout) -> TilingRules
    /// Where a bundle lies, relative to its export; no two bundles of an export lie in the same
    /// place.
    func path(of bundle: BundleDescription) -> String
    /// Files of its own that a bundle in it has, besides those of the layout.
    func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    /// What the publisher should know, one sentence each.
    func notes(on bundle: BundleDescription) -> [String]
    /// Begins a bundle.
    ///
    /// - Parameter path: where it is written; the folder it lies in is there.
    func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container
}

extension ContainerFormat {
    public var layouts: [String]? { nil }
    public var isFolder: Bool { false }
    public var holdsPages: Bool { false }
    public var blanks: BlankRule? { nil }
    public var thumbnail: String? { nil }
    public var bytesPerFile: Int { 0 }
    public func rules(of layout: any Layout) -> TilingRules { layout.rules }
    public func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        []
    }
    public func notes(on bundle: BundleDescription) -> [String] { [] }

    /// - Throws: ``ZigguratError`` where the container cannot hold the layout.
    public func check(_ layout: any Layout) throws(ZigguratError) {
        if let layouts, !layouts.contains(layout.name) {
            throw ZigguratError(
                .invalidOptions, "", "the container \(name) cannot hold the layout \(layout.name)",
                remedy: "it holds \(layouts.joined(separator: ", "))")
        }
    }

    /// The path of a bundle as an example for lists and help texts: that of an image called
    /// “photo”, in the first of the layouts that it takes where nobody names one.
    public func examplePath() throws(ZigguratError) -> String {
        guard let layout = defaultLayouts.first else { return "photo" }
        try check(layout)
        let pyramid = try layout.pyramid(
            name: "photo", imageSize: PixelSize(width: 1000, height: 800),
            rules: rules(of: layout))
        return "photo/" + path(of: BundleDescription(layout: layout.name, pyramid: pyramid))
    }
}
