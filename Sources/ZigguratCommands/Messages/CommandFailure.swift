internal import ZigguratKit

/// Failures that the command line detects, not the library.
enum CommandFailure: FailureReason, Worded {
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

    private static func names(_ formats: [TileFormat]) -> String {
        formats.map(\.name).joined(separator: ", ")
    }

    var message: Message {
        switch self {
        case .pathNotUTF8:
            Message("invalid name: not UTF-8", hint: "rename the file, or use a link to it")
        case .foreignIndexPage:
            Message("already exists and is not a page of Ziggurat", hint: "move it away")
        case .noExports:
            Message("no exports found", hint: "name the output folder of “ziggurat export”")
        case .fileExists:
            Message("already exists", hint: "write another file, or add --replace")
        case .noTexts:
            Message("missing texts", hint: "give --metadata FILE, or a text such as --rights URL")
        case .address:
            Message(
                "not found: URLs are not downloaded",
                hint: "download the file first, or use a pipe: curl URL | ziggurat export -")
        case .formats(let formats):
            Message(
                "unsupported tile formats: \(Self.names(formats))",
                hint: "give one format, or two: avif, webp or jxl, then jpeg or png")
        case .inputIsTerminal:
            Message(
                "no image on standard input: it is a terminal",
                hint: "use a pipe or a redirection: ziggurat export - < photo.tif")
        }
    }
}
