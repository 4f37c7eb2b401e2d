internal import FoundationEssentials
internal import ZigguratFormats
public import ZigguratSystem
internal import ZigguratViewer

/// The templates that pages are made from: the library's own, or somebody's in their place.
public struct PageTemplates: Sendable {
    /// The library's own.
    public static let builtIn = PageTemplates(.builtIn)

    let templates: TemplateSet

    /// Larger files are no templates.
    private static let mostBytes = 4 << 20

    private init(_ templates: TemplateSet) {
        self.templates = templates
    }

    /// Reads the templates in a folder. The library's own stand in for those that are not there;
    /// files that do not end in `.html`, `.css` or `.js` are left alone.
    ///
    /// - Throws: ``ZigguratError`` where there is no such folder or none in it, where a file is
    ///   called like no template, and for a mistake in one, with its file and line.
    public init(folder: String) throws(ZigguratError) {
        let files = FileManager.default
        guard let all = try? files.contentsOfDirectory(atPath: folder) else {
            throw ZigguratError(
                .unreadableSource, folder, "there is no such folder of templates",
                remedy: "“ziggurat templates DIR” writes one")
        }
        var own: [String: TemplateSet.Own] = [:]
        for name in all.sorted() where !name.hasPrefix(".") && Self.isTemplate(name) {
            own[name] = TemplateSet.Own(
                place: "\(folder)/\(name)", bytes: try Self.contents(of: "\(folder)/\(name)"))
        }
        guard !own.isEmpty else {
            throw ZigguratError(
                .unreadableSource, folder, "there is no template in it",
                remedy: "“ziggurat templates DIR” writes them")
        }
        do {
            templates = try TemplateSet(replacing: own)
        } catch {
            throw ZigguratError(.invalidOptions, "", "\(error)")
        }
    }

    /// Tells templates apart; `nil` for the library's own.
    public var digest: String? { templates.digest }

    /// Writes the library's own templates into a folder, which is made where it is missing.
    ///
    /// - Parameter isForced: write over files that are there already.
    /// - Returns: the paths of the files.
    /// - Throws: ``ZigguratError`` where one cannot be written; where one is there already, before
    ///   any is.
    @discardableResult
    public static func write(
        to folder: String, isForced: Bool = false
    ) throws(ZigguratError) -> [String] {
        let places = TemplateSet.names.map { (name: $0, path: "\(folder)/\($0)") }
        let files = FileManager.default
        if !isForced, let old = places.first(where: { files.fileExists(atPath: $0.path) }) {
            throw ZigguratError(
                .unwritable, old.path, "it is there already",
                remedy: "name another folder, or --force to write over what you have changed")
        }
        do {
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw ZigguratError(.unwritable, folder, "the folder cannot be made")
        }
        for (name, path) in places {
            do {
                try Data(TemplateSet.builtIn.bytes(name)).write(
                    to: URL(filePath: path), options: .atomic)
            } catch {
                throw ZigguratError(.unwritable, path, "the file cannot be written")
            }
        }
        return places.map(\.path)
    }

    private static func isTemplate(_ name: String) -> Bool {
        [".html", ".css", ".js"].contains { name.hasSuffix($0) }
    }

    private static func contents(of path: String) throws(ZigguratError) -> [UInt8] {
        let file = URL(filePath: path).resolvingSymlinksInPath()
        let facts = try? FileManager.default.attributesOfItem(
            atPath: file.path(percentEncoded: false))
        // Reading from a pipe might never end.
        guard facts?[.type] as? FileAttributeType == .typeRegular,
            let data = try? Data(contentsOf: file), data.count <= mostBytes
        else {
            throw ZigguratError(.unreadableSource, path, "the template cannot be read")
        }
        let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let isText = { (line: Data) in String(validating: line, as: UTF8.self) != nil }
        if let bad = lines.firstIndex(where: { !isText($0) }) {
            throw ZigguratError(
                .unreadableSource, path, "line \(bad + 1): the template is not UTF-8",
                remedy: "save it as UTF-8")
        }
        return Array(data)
    }
}
