package import ZigguratCore
package import ZigguratSystem

/// The scripts that pages load.
extension PageWriter {
    /// Returns the scripts that the pages of a destination share, with paths relative to the
    /// destination.
    ///
    /// The names of the scripts contain a checksum, so that older pages keep their version.
    ///
    /// - Parameters:
    ///   - language: the language of the pages; `nil` for all languages.
    ///   - isOffline: whether visitors can keep the pages.
    package func sharedFiles(
        of viewer: PageTemplates.Viewer, in language: String? = nil, isOffline: Bool = false
    ) throws(ZigguratError) -> [BundleFile] {
        let separate =
            [.component, .frame] + (isOffline ? [.offline] : []) + [.tour]
            + SeparateScript.features
        return try sharedScripts(of: viewer) + separate.map(sharedFile)
            + sharedLanguages(language)
    }

    /// Returns the language files that the pages of a destination share, with paths relative to the
    /// destination.
    ///
    /// - Parameter language: the language of the pages; `nil` for all languages.
    package func sharedLanguages(_ language: String?) throws(ZigguratError) -> [BundleFile] {
        try templates.languageFiles(language).map(SharedScripts.shared)
    }

    /// Returns the shared scripts that every page runs, in the order in which they run.
    func sharedScripts(of viewer: PageTemplates.Viewer) -> [BundleFile] {
        scripts(of: viewer, hasFormats: true, isBook: true, in: Self.folder).map(
            SharedScripts.shared)
    }

    func file(_ script: SeparateScript, in folder: String) -> BundleFile {
        let code = joined(script.templates)
        return BundleFile(
            path: folder + script.file,
            bytes: script.isIsolated ? Self.isolated(code) : code)
    }

    func sharedFile(_ script: SeparateScript) -> BundleFile {
        SharedScripts.shared(file(script, in: Self.folder))
    }

    func joined(_ scripts: [String]) -> [UInt8] {
        Array(scripts.map(templates.code).joined(separator: [0x0A]))
    }

    /// Returns a script whose variables are not global.
    private static func isolated(_ script: [UInt8]) -> [UInt8] {
        Array("(function () {\n".utf8) + script + Array("})();\n".utf8)
    }

    /// Returns the separate scripts that the page runs when it is loaded.
    static func ownScripts(of page: PageDescription) -> [SeparateScript] {
        (page.tour == nil ? [] : [.tour]) + (page.annotations.isEmpty ? [] : [.notes])
    }

    /// Returns the scripts that the page loads when a visitor first uses their feature.
    static func features(of page: PageDescription) -> [SeparateScript] {
        let own = ownScripts(of: page)
        return SeparateScript.features.filter { !own.contains($0) }
    }

    /// Returns the scripts beside the page that the page does not run when it is loaded.
    func separateScripts(of page: PageDescription) -> [SeparateScript] {
        [.component, .frame] + (page.offlineVersion == nil ? [] : [.offline])
            + Self.features(of: page) + (page.archive == nil ? [] : [.reader])
    }

    /// Returns the size of a page and its scripts in bytes, without the description of the image.
    package func byteCount(of viewer: PageTemplates.Viewer, _ assets: PageTemplates.Assets) -> Int {
        let library = ViewerLibrary(of: viewer)
        let page =
            templates.whole("page.html").bytes.count + templates.code("page.css").count
            + library.style.count
        if assets == .destination { return page }
        let separate: [SeparateScript] =
            (assets == .page ? [.frame] : [.component, .frame]) + SeparateScript.features
        return page + library.code.count + joined(PageScripts.image(viewer)).count
            + separate.reduce(0) { $0 + joined($1.templates).count }
    }

    /// Returns the library, and Ziggurat's scripts joined into one file, so that a browser sends
    /// two requests.
    private func scripts(
        of viewer: PageTemplates.Viewer, archive: ArchiveKind? = nil, hasFormats: Bool = false,
        isBook: Bool = false, in folder: String
    ) -> [BundleFile] {
        let library = ViewerLibrary(of: viewer)
        let own = PageScripts.image(
            viewer, archive: archive, hasFormats: hasFormats, isBook: isBook)
        let files = [
            BundleFile(path: "\(folder)\(library.fileName).js", bytes: library.code),
            BundleFile(path: "\(folder)ziggurat.js", bytes: joined(own)),
        ]
        return library.runsLast ? files.reversed() : files
    }

    /// Returns the scripts of a page, in the order in which they run.
    func scripts(
        of page: PageDescription, in folder: String
    ) throws(ZigguratError) -> [BundleFile] {
        let languages = try page.language.map { tag throws(ZigguratError) in
            try templates.languageFiles(tag)
        }
        return (languages ?? [])
            + scripts(
                of: page.viewer, archive: page.archive?.kind, hasFormats: page.alternative != nil,
                isBook: page.bundle.book != nil, in: folder)
            + Self.ownScripts(of: page).map { file($0, in: folder) }
    }
}
