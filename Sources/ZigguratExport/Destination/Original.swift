internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// The source itself, copied into the export for those who want to have it.
struct Original {
    /// Beside the bundles.
    static let folder = "original"

    /// The file's name without its folder.
    let file: String
    let bytes: Int

    /// That of an export; `nil` where its settings ask for none.
    init?(of source: Manifest.Source, _ settings: ExportSettings) {
        guard settings.includesSource else { return nil }
        file = source.file
        bytes = source.bytes
    }

    /// Where it lies in the export.
    func path(in fixity: Fixity) -> String { "\(fixity.payload)\(Self.folder)/\(file)" }
}
