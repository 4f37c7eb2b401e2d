internal import ZigguratCore
public import ZigguratSystem

/// The templates of pages and galleries. A user's templates replace built-in templates.
public struct PageTemplates: Sendable {
    public static let builtIn = PageTemplates()

    package static let names = Asset.templates.map(\.name)
    /// The folders of templates, each with a slash at its end.
    private static let folders = Set(
        names.compactMap { name in name.lastIndex(of: "/").map { String(name[...$0]) } }
    ).sorted()
    private static let mostBytes = 4 << 20

    /// The user's templates, by name.
    let own: [String: Template]
    /// The HTML templates with the parts that they include, by name.
    private let pages: [String: Template]
    /// The texts of pages, by language.
    let languages: [String: PageLanguage]
    /// The scripts with the texts of all languages.
    private let languageScripts = LazyValue<Result<[BundleFile], ZigguratError>>()

    private init() {
        (own, languages) = ([:], PageLanguage.builtIn)
        pages = Self.pages(own)
    }

    /// Replaces templates by name, and checks the result.
    init(replacing own: [String: Template]) throws(ZigguratError) {
        self.own = own
        pages = Self.pages(own)
        for (name, template) in own.sorted(by: { $0.key < $1.key })
        where !Self.names.contains(name) && LanguageFile.tag(of: name) == nil {
            throw ZigguratError(
                TemplateError.unknownName(known: Self.names(near: name)), template.place)
        }
        languages = try LanguageFile.languages(of: own)
        try TemplateCheck.run(self)
    }

    /// Reads the templates in a folder. Built-in templates stand in for missing files.
    ///
    /// Only the folders of built-in templates are read. Files whose names do not end with `.html`,
    /// `.css` or `.js` are ignored. In the folder `languages`, files that end with `.json` contain
    /// the texts of languages.
    ///
    /// - Throws: `ZigguratError` if the folder contains no template, if a file has an unknown name,
    ///   or if a template has a mistake; the error contains the file and the line.
    public init(folder: String) throws(ZigguratError) {
        guard let all = try? FileSystem.entries(in: folder) else {
            throw ZigguratError(TemplateError.folderNotFound, folder)
        }
        var names = all
        for part in Self.folders {
            names += ((try? FileSystem.entries(in: "\(folder)/\(part)")) ?? []).map { part + $0 }
        }
        var own: [String: Template] = [:]
        for name in names where Self.isTemplate(name) {
            let path = "\(folder)/\(name)"
            own[name] = Template(place: path, bytes: try Self.contents(of: path))
        }
        guard !own.isEmpty else { throw ZigguratError(TemplateError.noTemplates, folder) }
        try self.init(replacing: own)
    }

    /// Returns the templates with a style sheet that follows the styles of every page.
    ///
    /// - Parameter css: the path of the file, which takes the place of the template `extra.css`.
    /// - Throws: `ZigguratError` if the file cannot be read, or would end the style of a page.
    public func adding(css: String) throws(ZigguratError) -> PageTemplates {
        guard FileSystem.exists(css), !FileSystem.isFolder(css) else {
            throw ZigguratError(TemplateError.styleNotFound, css)
        }
        var all = own
        all[Self.extraStyle] = Template(place: css, bytes: try Self.contents(of: css))
        return try PageTemplates(replacing: all)
    }

    /// The template with the style that follows the styles of every page.
    static let extraStyle = "extra.css"

    /// A checksum of the user's templates; `nil` if all templates are built in.
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
    /// - Parameter isForced: whether to replace existing files.
    /// - Returns: the paths of the files.
    /// - Throws: `ZigguratError` if a file cannot be written. If a file already exists, no file is
    ///   written.
    @discardableResult
    public static func write(
        to folder: String, isForced: Bool = false
    ) throws(ZigguratError) -> [String] {
        let trimmed = BundleDescription.withoutEndingSlashes(folder)
        let folder = trimmed.isEmpty ? "/" : trimmed
        let isThere = FileSystem.exists(folder)
        let draft = draft(of: folder, isThere: isThere)
        let places = names.map { (name: $0, path: "\(folder)/\($0)") }
        // A run that was killed may have moved some files already.
        let wasInterrupted = isThere && FileSystem.exists(draft)
        let old = places.first { name, path in
            FileSystem.exists(path)
                && (!wasInterrupted || (try? FileSystem.contents(of: path)) != builtIn.bytes(name))
        }
        if !isForced, let old { throw ZigguratError(TemplateError.alreadyExists, old.path) }
        do throws(ZigguratError) {
            if !isThere { try FileSystem.remove(draft) }
            for part in folders { try FileSystem.makeFolders("\(draft)/\(part)") }
            for name in names {
                try FileSystem.replace("\(draft)/\(name)", with: builtIn.bytes(name))
            }
            if isThere {
                for part in folders { try FileSystem.makeFolders("\(folder)/\(part)") }
                for (name, path) in places { try FileSystem.move("\(draft)/\(name)", to: path) }
                try FileSystem.remove(draft)
            } else {
                try FileSystem.move(draft, to: folder)
            }
        } catch {
            try? FileSystem.remove(draft)
            throw error.about(folder)
        }
        return places.map(\.path)
    }

    /// Returns the hidden folder for unfinished templates: inside the folder, or beside the folder
    /// if it does not exist. Both are on the same file system.
    private static func draft(of folder: String, isThere: Bool) -> String {
        let name = ".ziggurat-templates"
        if isThere { return "\(folder)/\(name)" }
        let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/"))
        let start = slash.map { folder.utf8.index(after: $0) } ?? folder.startIndex
        return "\(folder[..<start])\(name)-\(folder[start...])"
    }

    /// Returns the bytes of a template; empty if the name is unknown.
    func bytes(_ name: String) -> [UInt8] { template(name).bytes }

    /// Returns a script or a style for pages. Built-in files come without comments and indentation.
    func code(_ name: String) -> [UInt8] { own[name]?.bytes ?? Asset.code[name] ?? [] }

    func template(_ name: String) -> Template {
        own[name] ?? Template(place: name, bytes: Asset.bytes(name))
    }

    /// The templates that other templates include with `{{> NAME}}`.
    static let parts = ["keys.html", "share.html", "sheets.html", "toolbar.html"]

    private static func pages(_ own: [String: Template]) -> [String: Template] {
        func text(_ name: String) -> String {
            String(decoding: own[name]?.bytes ?? Asset.bytes(name), as: UTF8.self)
        }
        var pages: [String: Template] = [:]
        for name in names where name.hasSuffix(".html") {
            let html = text(name).replacing(/\{\{>\s*([a-z.]+)\s*\}\}\n?/) {
                parts.contains(String($0.output.1)) ? text(String($0.output.1)) : ""
            }
            pages[name] = Template(place: own[name]?.place ?? name, bytes: Array(html.utf8))
        }
        return pages
    }

    /// Returns a template together with the parts that it includes.
    package func whole(_ name: String) -> Template { pages[name] ?? template(name) }

    /// Renders the page `index.html` from a template.
    ///
    /// - Parameter language: the page's language; `nil` for English, with marks for scripts that
    ///   translate the page.
    func page(
        _ name: String, _ fields: JSONValue, in language: PageLanguage?
    ) throws(ZigguratError) -> BundleFile {
        var template = whole(name)
        let texts = (language ?? english).texts
        let hasTexts = texts.values.contains { if case .text = $0 { true } else { false } }
        if language != nil || hasTexts {
            let html = TemplateTexts.translated(
                String(decoding: template.bytes, as: UTF8.self), keepsMarks: language == nil
            ) { source in if case .text(let text) = texts[source] { text } else { nil } }
            template = Template(place: template.place, bytes: Array(html.utf8))
        }
        return BundleFile(path: "index.html", bytes: try template.rendered(with: fields))
    }

    /// The English texts that differ from the templates' texts: plural forms, and a user's texts.
    var english: PageLanguage {
        languages[PageLanguage.english] ?? PageLanguage(tag: PageLanguage.english, texts: [:])
    }

    private static func isTemplate(_ name: String) -> Bool {
        guard name.split(separator: "/").last?.hasPrefix(".") == false else { return false }
        return name.hasPrefix(LanguageFile.folder)
            ? name.hasSuffix(LanguageFile.ending)
            : [".html", ".css", ".js"].contains { name.hasSuffix($0) }
    }

    /// Returns the names of templates that a user may have meant: those with the same file name in
    /// another folder, those whose file name differs in few letters, or all names.
    ///
    /// Earlier versions had all scripts in one folder: `tour-panel.js` is now `tour/panel.js`.
    private static func names(near name: String) -> [String] {
        let file = name.split(separator: "/").last.map(String.init) ?? name
        let moved = file.replacing("-", with: "/", maxReplacements: 1)
        let near = names.filter { $0.hasSuffix("/\(file)") || $0 == moved }
        if !near.isEmpty { return near }
        let all = names.filter { LanguageFile.tag(of: $0) == nil }
        let distances = all.map { known in
            let knownFile = known.split(separator: "/").last.map(String.init) ?? known
            return knownFile.lowercased().difference(from: file.lowercased()).count
        }
        let least = distances.min() ?? .max
        guard least <= max(2, file.count / 4) else { return all }
        return zip(all, distances).filter { $1 == least }.map(\.0)
    }

    private static func contents(of path: String) throws(ZigguratError) -> [UInt8] {
        guard FileSystem.size(of: path) <= mostBytes,
            let bytes = try? FileSystem.contents(of: path)
        else { throw ZigguratError(TemplateError.unreadable, path) }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if let bad = lines.firstIndex(where: { String(validating: $0, as: UTF8.self) == nil }) {
            throw ZigguratError(TemplateError.notUTF8(line: bad + 1), path)
        }
        return bytes
    }
}

extension PageTemplates {
    /// The languages of pages other than English.
    package var languageTags: [String] {
        languages.keys.filter { $0 != PageLanguage.english }.sorted()
    }

    /// Whether a text has the form of a language tag (RFC 5646).
    public static func isLanguage(_ text: String) -> Bool { LanguageFile.isTag(text) }

    /// Whether texts in a language exist.
    package func hasLanguage(_ tag: String) -> Bool {
        tag == PageLanguage.english || languages[tag] != nil
    }

    /// Returns the texts of a language.
    func language(_ tag: String) throws(ZigguratError) -> PageLanguage {
        if tag == PageLanguage.english { return english }
        guard let language = languages[tag] else {
            throw ZigguratError(
                TemplateError.unknownLanguage(
                    tag, known: [PageLanguage.english] + languageTags))
        }
        return language
    }

    /// Returns the scripts with the texts of languages, relative to a bundle. English needs no
    /// script.
    ///
    /// - Parameter tag: the language; `nil` for all languages.
    func languageFiles(_ tag: String? = nil) throws(ZigguratError) -> [BundleFile] {
        func path(_ tag: String) -> String {
            "\(SharedScripts.folder)\(LanguageFile.folder)\(tag).js"
        }
        let all = languageScripts.value {
            Result { () throws(ZigguratError) in
                try languageTags.map { tag throws(ZigguratError) in
                    BundleFile(path: path(tag), bytes: try language(tag).script())
                }
            }
        }
        guard let tag else { return try all.get() }
        _ = try language(tag)
        return try all.get().filter { $0.path == path(tag) }
    }

    /// Returns the script at the start of a page: ``PageScripts/head``, texts that differ from the
    /// templates' texts, and the last parts.
    func start(
        _ language: PageLanguage? = nil, then last: [String] = []
    ) throws(ZigguratError) -> [UInt8] {
        var script = PageScripts.head.flatMap(code)
        for texts in [english, language].compactMap(\.self) where !texts.texts.isEmpty {
            script += try texts.script()
        }
        return InlineScript.safe(script + last.flatMap(code))
    }
}
