internal import ZigguratKit

extension InterruptedExport: Hinted {
    var hint: String { "run the same command again to continue" }
}

extension DestinationError: Hinted {
    var hint: String {
        switch self {
        case .folderNotFound: "name the folder that holds the exports"
        case .exportNotFound: "“ziggurat list” shows the exports"
        case .notAnExport, .notAMap, .parentNotFolder:
            "move it away, or choose another name with --name"
        case .otherMap: "add --replace, or choose another name with --name"
        case .insideExport: "choose another name with --name"
        case .insideEntry(let entry): "choose a folder outside \(entry)"
        case .isBook: "export it as a book again, choose another name with --name, or remove it"
        case .isExport: "choose another name for the book with --name, or remove the export"
        case .oldExportRemains: "remove the folder"
        case .oldExportMoved: "run the command again, which moves it back, or move it yourself"
        case .otherSource:
            "add --name '{parent}-{stem}', --replace, or another folder with --output"
        case .isCompared(let comparisons):
            "--comparisons removes \(comparisons.count > 1 ? "them" : "it"), too"
        case .containsExports: "move the inner exports to another folder"
        case .lastPage(let book): "remove the book: ziggurat remove \(book)"
        case .wouldRemove(_, because: .foreign):
            "move your files to another folder, or add --replace"
        case .wouldRemove:
            "name all layouts with --layout, another name with --name, or add --replace"
        case .changedMeanwhile: "run the command again"
        case .sharedFolderIsLink: "replace the link by a folder, or omit --shared-assets"
        case .replacesSource: "choose another folder with --output, or another name with --name"
        }
    }
}

extension FileError: Hinted {
    var hint: String {
        switch (operation, kind) {
        case (_, .other): ""
        case (.write, .permissionDenied), (.write, .readOnly), (.write, .notFound),
            (.createFolder, .permissionDenied), (.createFolder, .readOnly),
            (.createFolder, .notFound):
            "choose a writable folder"
        case (.createFolder, .alreadyExists), (.createFolder, .notAFolder):
            "a file has this path; choose another folder"
        case (_, .diskFull): "free some space, or choose another folder"
        case (_, .fileTooLarge): "raise the limit for files: ulimit -f unlimited"
        case (.write, .nameTooLong), (.createFolder, .nameTooLong), (.move, .nameTooLong):
            "choose a shorter name with --name"
        case (.lock, _): "choose a folder on a file system with locks"
        default: ""
        }
    }
}

extension RecordError: Hinted {
    var hint: String {
        switch self {
        case .unreadable, .empty:
            "name a CSV file with a header, JSON Lines, or a folder of NAME.json"
        case .notUTF8: "save the file as UTF-8"
        case .noFileColumn: "the first line names the columns: file,title,description"
        case .invalidColumn: "a language follows a text column, as in title@de"
        case .unclosedQuote, .textAfterQuote: "write a quote in a quoted cell as two quotes"
        case .wrongCellCount: "quote cells that contain the separator"
        case .ambiguousFile: "write a longer path, or use the column “name”"
        default: ""
        }
    }
}

extension ExportNamingError: Hinted {
    var hint: String {
        switch self {
        case .empty, .tooLong, .reserved, .emptyFolder, .tooDeep, .containsControlCharacter,
            .insideOther:
            "choose another name with --name"
        case .clash(_, _, let template): "give them different names with --name '\(template)'"
        case .unknownPlaceholder(_, let known): "use \(known.joined(separator: ", "))"
        }
    }
}

extension RepackError: Hinted {
    var hint: String {
        switch self {
        case .needsEncoding, .blankTooLarge, .noSmallLevel, .noLevelForImage, .missingLevel:
            Self.exportAgain
        case .missingTile: "“ziggurat verify” lists all of them"
        case .masks: "“ziggurat export” of this file applies the masks"
        case .mapContainer: "use --container folder, mbtiles or pmtiles"
        case .mapLayouts: "use --layout xyz, tms or google, one of them"
        case .mapSettings: "omit it"
        case .notMercator: "only maps in Web Mercator, profile “mercator”, can be repacked"
        case .emptyTile: "delete the tile"
        case .mixedCompression: "write the map again with all tiles compressed"
        }
    }

    private static let exportAgain = "export from the source"
}

extension VerificationError: Hinted {
    var hint: String {
        switch self {
        case .unexpectedFile, .unexpectedFolder: "remove it, or move it elsewhere"
        case .leftover: "the next export removes it"
        default: ""
        }
    }
}

extension Verification.Finding {
    /// The message for the fault. If the reason has no hint, the hint says how to repair the
    /// pyramid.
    var message: Message {
        let words = error.message
        return words.hint.isEmpty ? Message(words.problem, hint: advice.hint) : words
    }

    /// The file, and the tile if the finding concerns one.
    var subject: String { tile.map { "\(place) (\($0))" } ?? place }
}

extension Verification.Finding.Advice {
    fileprivate var hint: String {
        switch self {
        case .exportAgain: "export the image again with --force"
        case .replace: "get a good copy, or create the pyramid again"
        case .compareAgain(let comparison): CompareHint.again(comparison)
        case .updateGallery(let destination):
            "“ziggurat gallery \(destination)” writes it again"
        }
    }
}

extension DescribeError: Hinted {
    var hint: String {
        switch self {
        case .otherTemplates: "give the same templates with --templates"
        }
    }
}
