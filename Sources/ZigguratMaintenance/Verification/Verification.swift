public import ZigguratCore
public import ZigguratExport
public import ZigguratFormats
internal import ZigguratImaging
public import ZigguratStore
public import ZigguratSystem
internal import ZigguratViewer

/// Verifies exports, and pyramids of other tools.
///
/// Every tile must exist, be complete and have the right size. Descriptors must match the tiles,
/// and checksums must match the files. Unexpected files are faults.
///
/// Memory grows by about 16 bytes for each tile.
public struct Verification: Sendable {
    public struct Options: Sendable {
        /// Whether tiles are decoded. If not, only their headers and ends are verified.
        public var decodes: Bool
        public var threadCount: Int
        /// The formats that are recognised.
        public var formats: Formats

        public init(
            decodes: Bool = true, threadCount: Int = Exporter.Options.defaultThreadCount,
            formats: Formats = .standard
        ) {
            self.decodes = decodes
            self.threadCount = max(1, threadCount)
            self.formats = formats
        }
    }

    public enum Event: Sendable {
        case progressed(Progress)
        case found(Verification.Finding)
        /// A note on a file or folder, which is not a fault.
        case noted(ExportNote, place: String)
        case checked(Summary)
        /// The verification of a unit, such as an export, has ended.
        case ended(Unit)
    }

    /// A unit that a run counts: an export, a book, a comparison or a pyramid.
    public struct Unit: Hashable, Sendable {
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            case export, book, comparison
            /// A pyramid, map or collection outside an export.
            case pyramid
        }

        public let kind: Kind
        public let place: String
        public let faults: Int
    }

    public struct Progress: Hashable, Sendable {
        public let subject: String
        /// The noun for the counted items: `tile`, `image` or `file`.
        public let noun: String
        public let done: Int
        public let count: Int

        /// The completed fraction, 0 to 1.
        public var fraction: Double { Double(done) / Double(max(1, count)) }
    }

    /// The result for a verified pyramid.
    ///
    /// If an export has several bundles and faults outside them, a summary with 0 levels and 0
    /// tiles counts these faults.
    public struct Summary: Hashable, Sendable, Codable {
        public let place: String
        /// The kind of pyramid in a few words, such as `Deep Zoom image`.
        public let kind: String
        /// The size at full resolution, in pixels.
        public let size: PixelSize
        public let levels: Int
        public let tiles: Int
        public let faults: Int
    }

    public let path: String
    public let options: Options

    /// - Parameter path: an export, a destination, a bundle, a descriptor or a container file.
    public init(of path: String, options: Options = Options()) {
        self.path = Path.normalized(path)
        self.options = options
    }

    /// Verifies everything at the path.
    ///
    /// - Parameter report: called on the calling thread, in order.
    /// - Returns: whether no fault was found.
    /// - Throws: `PyramidError` if the path contains nothing that can be verified.
    public func run(
        cancellation: Cancellation = Cancellation(), report: @escaping (Event) -> Void
    ) throws(ZigguratError) -> Bool {
        let run = VerificationRun(options, cancellation, report)
        let contents = try RecognizedPath(at: path, options.formats)
        if case .destination(let destination, let exports) = contents {
            try check(destination, exports, run)
        } else {
            let place = contents.place ?? path
            try run.checkUnit(contents.unit, at: place) { () throws(ZigguratError) in
                try run.settle(place, in: contents.destination(of: place)) {
                    () throws(ZigguratError) in
                    try check(try RecognizedPath(at: path, options.formats), run)
                }
            }
        }
        return run.findingCount == 0
    }

    private func check(
        _ destination: Destination, _ names: [String], _ run: VerificationRun
    ) throws(ZigguratError) {
        for name in names {
            let folder = destination.folder(of: name)
            let unit: Unit.Kind =
                StoredBook.marks(folder)
                ? .book : StoredComparison.marks(folder) ? .comparison : .export
            try run.checkUnit(unit, at: folder) { () throws(ZigguratError) in
                try run.settle(folder, in: destination) { () throws(ZigguratError) in
                    // Another process may have removed the entry.
                    guard destination.isStored(name) else { return }
                    if StoredBook.marks(folder) {
                        try BookCheck(destination: Destination(folder)).run(run)
                    } else if StoredComparison.marks(folder) {
                        try ComparisonCheck(folder: folder, name: name).run(run)
                    } else {
                        try ExportCheck.run(run, at: folder)
                    }
                }
            }
        }
        if let note = CaseClash.note(on: names) { run.note(note, on: path) }
        let isUnchanged = try destination.whileUnchanged { () throws(ZigguratError) in
            try Collections(of: path, formats: options.formats).check(run)
            try GalleryCheck(destination: destination).run(run)
        }
        if !isUnchanged { run.note(.destinationInUse, on: path) }
        run.advice = .updateGallery(destination: path)
        for file in try SharedScripts(of: path).changed() {
            run.found(.changed, at: "\(path)/\(file)")
        }
        run.advice = .exportAgain
        for name in try destination.settledLeftovers() {
            run.found(.leftover, at: destination.folder(of: name))
        }
    }

    private func check(_ contents: RecognizedPath, _ run: VerificationRun) throws(ZigguratError) {
        switch contents {
        case .export(let export): try ExportCheck(export: export).run(run)
        case .book(let folder): try BookCheck(destination: folder).run(run)
        case .comparison(let folder): try ComparisonCheck(folder: folder).run(run)
        case .destination(let destination, let names): try check(destination, names, run)
        case .container(let reader): try StandaloneCheck(path: path).run(reader, run)
        case .files(let files, let descriptor):
            if try Collections.check(at: path, run) { break }
            try StandaloneCheck(path: path).run(files, run, descriptor: descriptor)
        }
    }
}

extension RecognizedPath {
    fileprivate var unit: Verification.Unit.Kind {
        switch self {
        case .export: .export
        case .book: .book
        case .comparison: .comparison
        case .destination, .container, .files: .pyramid
        }
    }
}
