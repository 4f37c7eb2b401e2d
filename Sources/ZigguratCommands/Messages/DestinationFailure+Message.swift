internal import ZigguratKit

extension InterruptedExport: Worded {
    var message: Message {
        Message(
            "cancelled: \(Amount.count(files, of: "finished tile")) \(files == 1 ? "is" : "are") kept for 7 days",
            hint: "run the same command again to continue")
    }
}

extension DestinationFailure: Worded {
    var message: Message {
        switch self {
        case .folderNotFound:
            Message("not found: no such folder", hint: "name the folder that holds the exports")
        case .exportNotFound:
            Message("not found: no such export", hint: "“ziggurat list” shows the exports")
        case .notAnExport:
            Message(
                "already exists and is not a Ziggurat export",
                hint: "move it away, or choose another name with --name")
        case .notAMap:
            Message(
                "already exists and is not a map that Ziggurat wrote",
                hint: "move it away, or choose another name with --name")
        case .otherMap:
            Message(
                "already exists and is another map, or an older version of this one",
                hint: "add --replace, or choose another name with --name")
        case .insideExport(let export):
            Message(
                "unsupported: the export would be in another export, \(export)",
                hint: "choose another name with --name")
        case .parentNotFolder:
            Message(
                "already exists and is not a folder",
                hint: "move it away, or choose another name with --name")
        case .isBook:
            Message(
                "already exists and is a book",
                hint: "export it as a book again, choose another name with --name, or remove it")
        case .isExport:
            Message(
                "already exists and is an export of one image",
                hint: "choose another name for the book with --name, or remove the export")
        case .oldExportRemains(let path):
            Message(
                "exported, but cannot remove the older export from \(path)",
                hint: "remove the folder")
        case .oldExportMoved(let path):
            Message(
                "cannot be replaced: the older one is now in \(path)",
                hint: "run the command again, which moves it back, or move it yourself")
        case .otherSource(let export, let file):
            Message(
                "would replace \(export), which was exported from another file, \(file)",
                hint: "add --name '{parent}-{stem}', --replace, or another folder with --output")
        case .isCompared(let comparisons):
            Message(
                "in use: shown by \(Amount.noun(comparisons.count, "the comparison")) "
                    + comparisons.joined(separator: ", "),
                hint: "--comparisons removes \(comparisons.count > 1 ? "them" : "it"), too")
        case .lastPage(let book):
            Message(
                "in use: the only page of the book \(book)",
                hint: "remove the book: ziggurat remove \(book)")
        case .wouldRemove(let parts, let reason):
            Message(
                "would remove \(parts.joined(separator: ", ")): \(Self.words(for: reason))",
                hint: "name all layouts with --layout, another name with --name, or add --replace")
        case .changedMeanwhile:
            Message("changed by another process", hint: "run the command again")
        case .sharedFolderIsLink:
            Message(
                "unsupported: the folder of shared files is a link",
                hint: "replace the link by a folder, or omit --shared-assets")
        case .replacesSource:
            Message(
                "unsupported: the export would replace its own source",
                hint: "choose another folder with --output, or another name with --name")
        }
    }

    private static func words(for reason: RemovalReason) -> String {
        switch reason {
        case .changedSource: "made from an older version of the source"
        case .otherImage: "made from another page or part of the source"
        case .notRepacked: "repack cannot write them"
        }
    }
}
