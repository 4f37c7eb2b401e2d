internal import ZigguratSystem

/// The page of a bundle: a zoomable picture with its caption, for any browser, from a web server
/// or from the disk.
public struct ViewerPage: Sendable {
    private let description: PageDescription
    private let setting: PageSetting

    public init(_ description: PageDescription, setting: PageSetting = PageSetting()) {
        self.description = description
        self.setting = setting
    }

    /// The page, `index.html`, and what it loads from its own folder.
    ///
    /// Throws a ``ViewerError`` where the description contradicts itself, where the library cannot
    /// show the picture, and where a template has a mistake.
    public func files() throws -> [ViewerFile] {
        try description.check()
        if let problem = setting.library.problem(with: description) {
            throw ViewerError("the page of “\(description.name)” cannot be written: \(problem)")
        }
        let page = ViewerFile(path: "index.html", bytes: try page())
        let scripts = setting.assets == .beside ? Self.scripts(setting, in: "viewer/") : []
        let picture =
            description.place == nil ? [] : [try PictureScript(description: description).file()]
        return [page] + scripts + picture
    }

    /// What pages of a setting share, in a folder: the names tell versions apart, so that pages
    /// that were written before keep what they had.
    ///
    /// - Parameter folder: with a slash at its end.
    public static func sharedFiles(_ setting: PageSetting, in folder: String) -> [ViewerFile] {
        var setting = setting
        setting.assets = .shared(folder)
        return scripts(setting, in: folder)
    }

    /// What a page takes at least: everything but the description of the picture.
    public static func byteCount(_ setting: PageSetting) -> Int {
        let page = setting.templates.bytes("page.html") + style(setting)
        if case .shared = setting.assets { return page.count }
        return scripts(setting, in: "").reduce(page.count) { $0 + $1.bytes.count }
    }

    /// The library, and our own scripts as one: two files are fetched sooner than many.
    private static func scripts(_ setting: PageSetting, in folder: String) -> [ViewerFile] {
        let library = setting.library
        let scripts = [
            ("\(library.name).min", library.code),
            ("ziggurat", setting.templates.script(library.scripts)),
        ]
        return (library.runsLast ? scripts.reversed() : scripts).map { name, bytes in
            guard case .shared = setting.assets else {
                return ViewerFile(path: "\(folder)\(name).js", bytes: bytes)
            }
            let digest = SHA256.digest(of: bytes).hex.prefix(8)
            return ViewerFile(path: "\(folder)\(name)-\(digest).js", bytes: bytes)
        }
    }

    private static func style(_ setting: PageSetting) -> [UInt8] {
        setting.templates.bytes("page.css") + setting.library.style
    }

    private func page() throws -> [UInt8] {
        let style = Self.style(setting)
        let thumbnail = description.thumbnail.map(PercentEncoding.address(ofPath:))
        let start = InlineScript.safe(setting.templates.bytes("start.js"))
        let code: [[UInt8]]
        let scripts: [PageContent.Script]
        switch setting.assets {
        case .beside:
            code = []
            scripts = Self.scripts(setting, in: "viewer/").map { .init(address: $0.path) }
        case .shared(let folder):
            code = []
            scripts = Self.scripts(setting, in: folder).map { .init(address: $0.path) }
        case .inline:
            code = Self.scripts(setting, in: "").map { InlineScript.safe($0.bytes) }
            scripts = code.map { .init(code: String(decoding: $0, as: UTF8.self)) }
        }
        let content = PageContent(
            policy: ContentPolicy.page(
                style: style, scripts: [start] + code, hasFiles: code.isEmpty),
            style: String(decoding: style, as: UTF8.self),
            start: String(decoding: start, as: UTF8.self), scripts: scripts,
            config: try JSON.embedded(description),
            title: description.title,
            size: PixelSize.text(width: description.width, height: description.height),
            caption: description.caption,
            rightsAddress: description.caption.rights.flatMap(WebAddress.init)?.text,
            links: description.links.map(PageContent.Link.init),
            thumbnail: thumbnail,
            placeholder: description.placeholder.map { JPEGAddress.text(of: $0) },
            pageAddress: description.address.map { $0 + "/" },
            cardImage: thumbnail.map { path in
                description.address.map { "\($0)/\(path)" } ?? path
            })
        return try setting.templates.template("page.html").rendered(with: content)
    }
}
