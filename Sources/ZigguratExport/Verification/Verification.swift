public import ZigguratCore
public import ZigguratFormats
public import ZigguratImaging
public import ZigguratSystem

/// Checks exports, and pyramids whoever wrote them: every tile there, whole and of the right size,
/// descriptors that agree with the tiles, checksums where there are some, nothing left over.
///
/// Memory does not grow with the number of tiles, but for 16 bytes each.
public struct Verification: Sendable {
    public struct Options: Sendable {
        /// Whether tiles are decoded to their last pixel, or judged by their header and their end.
        public var decodes: Bool
        public var threadCount: Int
        /// The formats that are recognised.
        public var formats: Formats

        public init(
            decodes: Bool = true, threadCount: Int = PyramidBuilder.defaultThreadCount,
            formats: Formats = .standard
        ) {
            self.formats = formats
            self.decodes = decodes
            self.threadCount = max(1, threadCount)
        }
    }

    /// What happens on the way.
    public enum Event: Sendable {
        case progressed(Progress)
        case found(Finding)
        /// Something that a person should know and that is no fault.
        case noted(String, place: String)
        /// A pyramid is checked.
        case checked(Summary)
    }

    /// How far the check of one thing has come.
    public struct Progress: Hashable, Sendable {
        /// What is checked: a bundle's path.
        public let subject: String
        /// What is counted: `tile`, `file`.
        public let noun: String
        public let done: Int
        public let count: Int

        /// The part that is done, 0 to 1.
        public var fraction: Double { Double(done) / Double(max(1, count)) }
    }

    /// What was checked.
    public struct Summary: Hashable, Sendable, Codable {
        /// Where it lies.
        public let place: String
        /// What it is, in a few words: `Deep Zoom image`.
        public let kind: String
        /// At full resolution, in pixels.
        public let size: PixelSize
        public let levels: Int
        public let tiles: Int
        /// How many faults were found in it.
        public let faults: Int
    }

    public let path: String
    public let options: Options

    /// - Parameter path: an export, a destination, a bundle, a descriptor or a container file.
    public init(of path: String, options: Options = Options()) {
        var path = path
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") {
            path.unicodeScalars.removeLast()
        }
        self.path = path
        self.options = options
    }

    /// Checks everything that is at the path.
    ///
    /// - Parameter report: called on the calling thread, in order.
    /// - Returns: whether nothing is wrong.
    /// - Throws: ``ZigguratError`` where there is nothing that could be checked.
    public func run(
        cancellation: Cancellation = Cancellation(), report: @escaping (Event) -> Void
    ) throws(ZigguratError) -> Bool {
        let run = VerificationRun(options, cancellation, report)
        guard FileSystem.attributes(of: path) != nil else {
            throw ZigguratError(.unreadableSource, path, "there is no such file or folder")
        }
        if FileSystem.isFolder(path) {
            try checkFolder(run)
        } else {
            try checkFile(run)
        }
        return run.findingCount == 0
    }

    private func checkFolder(_ run: VerificationRun) throws(ZigguratError) {
        if FileSystem.exists("\(path)/\(Manifest.fileName)") {
            return try ExportCheck(path).run(run)
        }
        if let export = ExportCheck(holding: path) { return try export.run(run) }
        let destination = Destination(path)
        let names = try destination.exportNames()
        guard names.isEmpty else {
            for name in names { try ExportCheck(destination.folder(of: name)).run(run) }
            try Collections(of: path).check(run)
            return try checkLeftovers(of: destination, run)
        }
        if try Collections.check(at: path, run) { return }
        try StandaloneCheck(path).run(FolderFiles(path), run)
    }

    private func checkFile(_ run: VerificationRun) throws(ZigguratError) {
        if let export = ExportCheck(holding: path) { return try export.run(run) }
        if let reader = try options.formats.reader(of: path) {
            return try StandaloneCheck(path).run(reader, run)
        }
        if try Collections.check(at: path, run) { return }
        let name = ExportName.file(of: path)
        let folder = name == path ? "." : String(path.dropLast(name.count + 1))
        if name == Manifest.fileName {
            return try ExportCheck(folder).run(run)
        }
        try StandaloneCheck(path).run(
            FolderFiles(folder.isEmpty ? "/" : folder), run, descriptor: name)
    }

    private func checkLeftovers(
        of destination: Destination, _ run: VerificationRun
    ) throws(ZigguratError) {
        for name in try destination.leftovers() {
            run.found(
                Finding(
                    .extraFile, destination.folder(of: name),
                    "a run that was killed left this hidden folder behind",
                    remedy: "the next export takes it away"))
        }
    }
}
