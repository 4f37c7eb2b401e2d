internal import FoundationEssentials
internal import ZigguratCore
package import ZigguratSystem
package import ZigguratViewer

/// What the pages of a destination look like, as the options of an earlier command said. Later commands
/// that write pages use the same templates and language.
///
/// A hidden file, because the path of the templates is not for visitors: `publish` does not upload it.
package struct DestinationLook: Hashable, Sendable, Codable {
    static let fileName = ".ziggurat.json"

    /// The absolute path of the folder with the user's own templates; `nil` for the built-in ones.
    package var templates: String?
    /// The language of the pages (BCP 47); `nil` for the visitor's.
    package var language: String?

    package init(templates: String? = nil, language: String? = nil) {
        (self.templates, self.language) = (templates, language)
    }

    /// Reads what a destination remembers; empty if it remembers nothing.
    package init(of destination: String) throws(ZigguratError) {
        let bytes = try FileSystem.contents(of: Destination(destination).folder(of: Self.fileName))
        let look = bytes.flatMap { try? JSONDecoder().decode(Self.self, from: Data($0)) }
        self = look ?? DestinationLook()
    }

    /// - Throws: ``TemplateFailure/rememberedNotFound`` if the folder is gone.
    package func readTemplates() throws(ZigguratError) -> PageTemplates {
        guard let templates else { return .builtIn }
        guard FileSystem.isFolder(templates) else {
            throw ZigguratError(TemplateFailure.rememberedNotFound, templates)
        }
        return try PageTemplates(folder: templates)
    }

    /// Records the look in a destination that exists, or removes the record of the default look.
    package func write(to destination: String, syncs: Bool = true) throws(ZigguratError) {
        let folder = Destination(destination, syncs: syncs)
        guard FileSystem.isFolder(destination) else { return }
        try folder.withLock { () throws(ZigguratError) in
            if self == DestinationLook() {
                if FileSystem.exists(folder.folder(of: Self.fileName)) {
                    try folder.removeEntry(Self.fileName)
                }
            } else {
                try folder.update([try .json(Self.fileName, self)])
            }
        }
    }
}
