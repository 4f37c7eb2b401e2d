/// The copy of the source in an export.
package struct Original {
    package static let folder = "original"

    package let file: String
    package let bytes: Int

    /// - Returns: `nil` if the settings do not request a copy.
    package init?(of source: Manifest.Source, _ settings: ExportSettings) {
        guard settings.includesSource else { return nil }
        file = source.file
        bytes = source.bytes
    }

    package func path(in fixity: ExportSettings.Fixity) -> String {
        "\(fixity.payload)\(Self.folder)/\(file)"
    }
}
