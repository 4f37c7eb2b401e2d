internal import FoundationEssentials
internal import ZigguratCore
package import ZigguratSystem
package import ZigguratViewer

/// The settings of earlier commands that a destination stores: the templates and language of its
/// pages, and the folders whose images it contains.
///
/// Later commands that write pages use these templates and this language.
///
/// The file is hidden, because its paths are private: `publish` does not upload it.
package struct DestinationRecord: Hashable, Sendable, Codable {
    package static let fileName = ".ziggurat.json"

    /// The path of the folder with the user's own templates, relative to the destination; `nil` for
    /// the built-in templates.
    private var templates: String?
    /// The path of the style sheet that is added to all pages, relative to the destination.
    private var css: String?
    /// The language of the pages (BCP 47); `nil` means the visitor's language.
    package var language: String?
    /// The exported folders, by their paths relative to the destination.
    ///
    /// Each value holds the path of an image, relative to its folder, by the name of the image's
    /// export.
    fileprivate var folders: [String: [String: String]]?
    /// The absolute path of the destination.
    private var place = ""

    private enum CodingKeys: String, CodingKey {
        case templates, css, language, folders
    }

    /// Reads the record of a destination. Creates an empty record if the destination has none.
    package init(of destination: String) throws(ZigguratError) {
        let bytes = try FileSystem.contents(of: Destination(destination).folder(of: Self.fileName))
        if let bytes, let found = try? JSONDecoder().decode(Self.self, from: Data(bytes)) {
            self = found
        }
        place = FileSystem.resolved(destination) ?? destination
    }

    fileprivate var isEmpty: Bool {
        [templates, css, language].allSatisfy { $0 == nil } && folders == nil
    }

    /// The absolute path of the folder with the user's own templates; `nil` for the built-in
    /// templates.
    package var templatesFolder: String? {
        get { templates.map { Path.resolved($0, in: place) } }
        set { templates = newValue.map { path(of: $0) } }
    }

    /// The absolute path of the style sheet that is added to all pages; `nil` without one.
    package var styleSheet: String? {
        get { css.map { Path.resolved($0, in: place) } }
        set { css = newValue.map { path(of: $0) } }
    }

    /// Returns the path of a folder relative to the destination.
    fileprivate func path(of folder: String) -> String {
        Path.relative(FileSystem.resolved(folder) ?? folder, from: place)
    }

    /// Reads the templates together with the style sheet.
    ///
    /// - Throws: ``TemplateError/rememberedNotFound`` or ``TemplateError/rememberedStyleNotFound``
    ///   if the folder or the style sheet is missing.
    package func readTemplates() throws(ZigguratError) -> PageTemplates {
        try addStyleSheet(to: try readFolder())
    }

    /// Adds the style sheet to templates.
    ///
    /// - Throws: ``TemplateError/rememberedStyleNotFound`` if the style sheet is missing.
    package func addStyleSheet(
        to templates: PageTemplates
    ) throws(ZigguratError) -> PageTemplates {
        guard let file = styleSheet else { return templates }
        guard FileSystem.exists(file) else {
            throw ZigguratError(TemplateError.rememberedStyleNotFound, file)
        }
        return try templates.adding(css: file)
    }

    /// Reads the templates without the style sheet.
    ///
    /// - Throws: ``TemplateError/rememberedNotFound`` if the folder is missing.
    package func readFolder() throws(ZigguratError) -> PageTemplates {
        guard let folder = templatesFolder else { return .builtIn }
        guard FileSystem.isFolder(folder) else {
            throw ZigguratError(TemplateError.rememberedNotFound, folder)
        }
        return try PageTemplates(folder: folder)
    }

    /// Changes the record of an existing destination. Removes the file if the record becomes empty.
    package static func update(
        in destination: String, syncs: Bool = true, _ change: (inout DestinationRecord) -> Void
    ) throws(ZigguratError) {
        try Destination(destination, syncs: syncs).updateRecord(change)
    }
}

extension Destination {
    /// Changes the record of the destination, if the destination exists. Removes the file if the
    /// record becomes empty.
    fileprivate func updateRecord(
        _ change: (inout DestinationRecord) -> Void
    ) throws(ZigguratError) {
        guard FileSystem.isFolder(path) else { return }
        try withLock { () throws(ZigguratError) in
            let old = try DestinationRecord(of: path)
            var record = old
            change(&record)
            guard record != old else { return }
            if record.isEmpty {
                try removeEntry(DestinationRecord.fileName)
            } else {
                try update([try .json(DestinationRecord.fileName, record)])
            }
        }
    }

    /// Records the images of the exported folders.
    ///
    /// - Parameter images: for each folder, as the command names it, the path of each image by the
    ///   name of its export.
    /// - Returns: notes on exports whose images are no longer in their folder.
    package func record(
        _ images: [String: [String: String]]
    ) throws(ZigguratError) -> [ExportNote] {
        guard !images.isEmpty else { return [] }
        var notes: [ExportNote] = []
        try updateRecord { record in
            var folders = record.folders ?? [:]
            for (folder, current) in images.sorted(by: { $0.key < $1.key }) {
                let path = record.path(of: folder)
                let known = (folders[path] ?? [:]).filter {
                    current[$0.key] != nil || isStored($0.key)
                }
                let left = known.filter { name, file in
                    current[name] == nil && !FileSystem.exists("\(folder)/\(file)")
                }
                if let first = left.keys.min() {
                    notes.append(
                        .withoutImage(
                            export: self.folder(of: first), folder: folder, count: left.count))
                }
                let all = known.merging(current) { $1 }
                folders[path] = all.isEmpty ? nil : all
            }
            record.folders = folders.isEmpty ? nil : folders
        }
        return notes
    }
}
