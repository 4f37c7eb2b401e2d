internal import Glibc
public import ZigguratCore
public import ZigguratFormats
public import ZigguratImaging
public import ZigguratSystem
public import ZigguratViewer

/// Brings a pyramid from one container or naming into another: its tiles stay what they are, byte
/// for byte.
///
/// The result is an export like any other, with a manifest, a thumbnail and, where the container
/// holds one, a page. Whole images, and levels that the old pyramid has not, are made from one of
/// its small levels.
public struct Repacking: Sendable {
    public struct Options: Sendable {
        /// `nil` leaves it at the layouts that are there.
        public var layouts: [any Layout]?
        public var container: any ContainerFormat
        /// What the export is called; `nil` leaves the pyramid its name.
        public var name: String?
        /// Where the destination will be published; `nil` keeps what the old export says.
        public var baseURL: String?
        /// `nil` keeps what the old export has.
        public var viewer: ViewerKind?
        /// Write again what is up to date.
        public var isForced: Bool
        public var threadCount: Int

        public init(
            layouts: [any Layout]? = nil, container: any ContainerFormat = .folder,
            name: String? = nil, baseURL: String? = nil, viewer: ViewerKind? = nil,
            isForced: Bool = false, threadCount: Int = PyramidBuilder.defaultThreadCount
        ) {
            self.layouts = layouts
            self.container = container
            self.name = name
            self.baseURL = baseURL
            self.viewer = viewer
            self.isForced = isForced
            self.threadCount = max(1, threadCount)
        }
    }

    private let path: String
    private let destination: Destination
    private let options: Options
    private let pages: PageWriter?

    /// - Parameters:
    ///   - path: an export, a bundle, a descriptor or a container file.
    ///   - destination: the folder that the new export goes to.
    ///   - pages: `nil` if bundles have no pages.
    package init(
        of path: String, to destination: String, options: Options, pages: PageWriter?
    ) {
        self.path = path
        self.destination = Destination(destination)
        self.options = options
        self.pages = pages
    }

    /// What would be written; reads descriptors and no tile.
    ///
    /// - Throws: ``ZigguratError`` where there is no pyramid, or one whose tiles would have to be
    ///   encoded again.
    public func plan() throws(ZigguratError) -> RepackPlan {
        let plan = try RepackPlan(try OpenedPyramids(path), options, hasPages: pages != nil)
        if plan.settings.viewer != .none, plan.container.holdsPages {
            for bundle in plan.bundles {
                try pages?.check(
                    plan.settings.viewer, shows: bundle.description.pyramid,
                    layout: bundle.layout.name)
            }
        }
        return plan
    }

    /// Carries a plan out. The export appears in the destination when it is complete.
    ///
    /// - Parameter progress: called on the calling thread with the tiles done and their number; an
    ///   answer of `false` cancels.
    public func run(
        _ plan: RepackPlan, progress: (_ done: Int, _ count: Int) -> Bool = { _, _ in true }
    ) throws(ZigguratError) -> ImageExport.Result {
        let folder = destination.folder(of: plan.name)
        try destination.checkPlace(of: plan.name)
        try checkApart(from: folder)
        let provenance = try Provenance(of: plan.opened)
        if !options.isForced, let manifest = Manifest.read(fromExport: folder),
            manifest.isUpToDate(with: provenance.source, plan.settings)
        {
            return ImageExport.Result(
                outcome: .upToDate, folder: folder, manifest: manifest, notes: [])
        }
        let draft = try destination.makeDraft()
        let writer = RepackWriter(
            plan, provenance, pages: plan.settings.viewer == .none ? nil : pages,
            threadCount: options.threadCount)
        let manifest: Manifest
        do throws(ZigguratError) {
            manifest = try writer.write(to: draft.path, progress: progress)
        } catch {
            throw error.hiding(draft.path, behind: folder)
        }
        try destination.publish(draft, as: plan.name)
        return ImageExport.Result(
            outcome: .exported, folder: folder, manifest: manifest, notes: [])
    }

    /// What is read must not be what is replaced.
    private func checkApart(from folder: String) throws(ZigguratError) {
        guard let new = FileSystem.status(folder) else { return }
        // From the pyramid upwards: is one of the folders the one that would be replaced?
        var place = path
        for _ in 0..<8 {
            guard let status = FileSystem.status(place) else { return }
            if status.st_dev == new.st_dev, status.st_ino == new.st_ino {
                throw ZigguratError(
                    .unwritable, folder, "this is the pyramid that would be read",
                    remedy: "choose another folder with --output, or another name with --name")
            }
            place = FileSystem.isFolder(place) ? "\(place)/.." : Self.parent(of: place)
        }
    }

    private static func parent(of path: String) -> String {
        let name = ExportName.file(of: path)
        return path == name ? "." : String(path.dropLast(name.count))
    }
}
