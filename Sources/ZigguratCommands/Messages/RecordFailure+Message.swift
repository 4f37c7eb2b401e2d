internal import ZigguratKit

extension RecordFailure: Worded {
    var message: Message { Message(problem, hint: hint) }

    private var problem: String {
        switch self {
        case .unreadable: "cannot read the metadata"
        case .empty: "no record in the metadata"
        case .notUTF8(let line): "\(Self.at(line))invalid text: not UTF-8"
        case .noFileColumn: "line 1: missing column “file”"
        case .duplicateColumn(let name): "line 1: duplicate column “\(name)”"
        case .invalidColumn(let name): "invalid column “\(name)”"
        case .unclosedQuote(let line): "line \(line): unclosed quote"
        case .textAfterQuote(let line): "line \(line): text behind a quoted cell"
        case .wrongCellCount(let line, let cells, let columns):
            "line \(line): \(Amount.count(cells, of: "cell")), the header has \(columns)"
        case .notJSON(let line): "\(Self.at(line))invalid JSON"
        case .notAnObject(let line): "\(Self.at(line))not a JSON object"
        case .invalidValue(let line, let column):
            "\(Self.at(line))invalid value of “\(column)”"
        case .noFile(let line): "\(Self.at(line))missing file name"
        case .unknownFile(let file, let line): "\(Self.at(line))not found: no image “\(file)”"
        case .ambiguousFile(let file, let line, let matches):
            "\(Self.at(line))“\(file)” matches \(matches.prefix(2).joined(separator: " and "))"
                + (matches.count > 2 ? " and others" : "")
        case .duplicateRecord(let file, let line, let first):
            "\(Self.at(line))duplicate record of “\(file)”"
                + (first > 0 ? ", first on line \(first)" : "")
        }
    }

    private var hint: String {
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

    private static func at(_ line: Int) -> String { line > 0 ? "line \(line): " : "" }
}
