import FoundationEssentials
internal import ZigguratCore
public import ZigguratSystem

/// The templates of pages and galleries: the built-in ones, and a user's own in their place.
public struct PageTemplates: Sendable {
    /// The built-in templates.
    public static let builtIn = PageTemplates()

    /// A user's own template.
    package struct Own: Hashable, Sendable {
        /// The path of its file, for messages.
        package let place: String
        package let bytes: [UInt8]

        package init(place: String, bytes: [UInt8]) {
            self.place = place
            self.bytes = bytes
        }
    }

    package static let names = Asset.templates.map(\.name)
    private static let mostBytes = 4 << 20

    private let own: [String: Own]

    private init() { own = [:] }

    /// Replaces some templates by name, and checks them.
    package init(replacing own: [String: Own]) throws(ZigguratError) {
        self.own = own
        for (name, template) in own.sorted(by: { $0.key < $1.key })
        where !Self.names.contains(name) {
            throw ZigguratError(TemplateFailure.unknownName(known: Self.names), template.place)
        }
        try TemplateCheck.run(self)
    }

    /// Reads the templates in a folder; built-in ones replace those that are missing.
    ///
    /// Files that do not end in `.html`, `.css` or `.js` are ignored.
    ///
    /// - Throws: ``ZigguratError`` if the folder has no template, if a file has an unknown name, and
    ///   for a mistake in a template, with its file and line.
    public init(folder: String) throws(ZigguratError) {
        guard let all = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw ZigguratError(TemplateFailure.folderNotFound, folder)
        }
        var own: [String: Own] = [:]
        for name in all.sorted() where !name.hasPrefix(".") && Self.isTemplate(name) {
            let path = "\(folder)/\(name)"
            own[name] = Own(place: path, bytes: try Self.contents(of: path))
        }
        guard !own.isEmpty else { throw ZigguratError(TemplateFailure.noTemplates, folder) }
        try self.init(replacing: own)
    }

    /// A checksum of the user's own templates; `nil` for the built-in ones.
    public var digest: String? {
        guard !own.isEmpty else { return nil }
        var all: [UInt8] = []
        for (name, template) in own.sorted(by: { $0.key < $1.key }) {
            all += Array("\(name) \(template.bytes.count)\n".utf8) + template.bytes
        }
        return SHA256.digest(of: all).hex
    }

    /// Writes the built-in templates into a folder, which is created if necessary.
    ///
    /// - Parameter isForced: whether existing files are replaced.
    /// - Returns: the paths of the files.
    /// - Throws: ``ZigguratError`` if a file cannot be written; if one exists, before any is.
    @discardableResult
    public static func write(
        to folder: String, isForced: Bool = false
    ) throws(ZigguratError) -> [String] {
        let places = names.map { (name: $0, path: "\(folder)/\($0)") }
        let files = FileManager.default
        if !isForced, let old = places.first(where: { files.fileExists(atPath: $0.path) }) {
            throw ZigguratError(TemplateFailure.alreadyExists, old.path)
        }
        do {
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw ZigguratError(TemplateFailure.cannotWrite, folder)
        }
        for (name, path) in places {
            do {
                try Data(builtIn.bytes(name)).write(to: URL(filePath: path), options: .atomic)
            } catch {
                throw ZigguratError(TemplateFailure.cannotWrite, path)
            }
        }
        return places.map(\.path)
    }

    /// The bytes of a template; empty if the name is unknown.
    package func bytes(_ name: String) -> [UInt8] { own[name]?.bytes ?? Asset.bytes(name) }

    func template(_ name: String) -> Template {
        Template(place: own[name]?.place ?? name, bytes: bytes(name))
    }

    /// The page `index.html`, rendered from a template.
    func page(_ name: String, _ fields: some Encodable) throws(ZigguratError) -> BundleFile {
        BundleFile(path: "index.html", bytes: try template(name).rendered(with: fields))
    }

    private static func isTemplate(_ name: String) -> Bool {
        [".html", ".css", ".js"].contains { name.hasSuffix($0) }
    }

    private static func contents(of path: String) throws(ZigguratError) -> [UInt8] {
        let file = URL(filePath: path).resolvingSymlinksInPath()
        let facts = try? FileManager.default.attributesOfItem(
            atPath: file.path(percentEncoded: false))
        // Reading from a pipe might not end.
        guard facts?[.type] as? FileAttributeType == .typeRegular,
            let data = try? Data(contentsOf: file), data.count <= mostBytes
        else { throw ZigguratError(TemplateFailure.unreadable, path) }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if let bad = lines.firstIndex(where: { String(validating: $0, as: UTF8.self) == nil }) {
            throw ZigguratError(TemplateFailure.notUTF8(line: bad + 1), path)
        }
        return Array(data)
    }
}
