internal import ZigguratKit

/// Failures that the command line detects, not the library.
enum CommandError: ErrorReason, Hinted {
    case pathNotUTF8
    /// `index.html` was not written by Ziggurat.
    case foreignIndexPage
    /// The folder has neither exports nor a gallery.
    case noExports
    /// The output file exists.
    case fileExists
    /// A command that changes texts was given no text.
    case noTexts
    /// The user gave a web address instead of a file.
    case address
    /// The user gave `-`, but standard input is a terminal.
    case inputIsTerminal
    /// Tiles cannot have this combination of formats.
    case formats([TileFormat])

    var code: ZigguratError.Code {
        switch self {
        case .pathNotUTF8, .address, .inputIsTerminal, .noExports: .unreadableSource
        case .foreignIndexPage, .fileExists: .unwritable
        case .noTexts, .formats: .invalidOptions
        }
    }

    var description: String {
        switch self {
        case .pathNotUTF8: "invalid name: not UTF-8"
        case .foreignIndexPage: "already exists and is not a page of Ziggurat"
        case .noExports: "no exports found"
        case .fileExists: "already exists"
        case .noTexts: "missing texts"
        case .address: "not found: URLs are not downloaded"
        case .formats(let formats):
            "unsupported tile formats: \(formats.map(\.name).joined(separator: ", "))"
        case .inputIsTerminal: "no image on standard input: it is a terminal"
        }
    }

    var hint: String {
        switch self {
        case .pathNotUTF8: "rename the file, or use a link to it"
        case .foreignIndexPage: "move it away"
        case .noExports: "name the output folder of “ziggurat export”"
        case .fileExists: "write another file, or add --replace"
        case .noTexts: "give --metadata FILE, or a text such as --rights URL"
        case .address:
            "download the file first, or use a pipe: curl URL | ziggurat export -"
        case .formats: "give one format, or two: avif, webp or jxl, then jpeg or png"
        case .inputIsTerminal:
            "use a pipe or a redirection: ziggurat export - < photo.tif"
        }
    }
}
