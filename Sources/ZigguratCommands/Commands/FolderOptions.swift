internal import CommandLineParsing
internal import ZigguratKit

/// The options that select files in folders.
struct FolderOptions: ParameterSet {
    @Flag(help: "Also export the images in the folders of a folder")
    var recursive: Bool

    @Option(
        valueName: "GLOB", help: "Export only these files of a folder, such as '*.tif'")
    var include: [String] = []

    @Option(
        valueName: "GLOB", help: "Skip these files and folders of a folder, such as '*-old*'")
    var exclude: [String] = []

    var selection: ExportBatch.Selection {
        ExportBatch.Selection(isRecursive: recursive, included: include, excluded: exclude)
    }
}
