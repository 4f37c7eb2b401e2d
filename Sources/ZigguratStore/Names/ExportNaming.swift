public import ZigguratSystem

/// Names exports by a template with parts of the source's path.
///
/// A slash puts an export into a subfolder of the destination: `{parent}/{stem}`.
///
/// - `{stem}`: the name of the file without its extension;
/// - `{slug}`: the stem in lower case, with hyphens in place of characters that are neither letters
///   nor digits;
/// - `{ext}`: the extension, without the dot;
/// - `{parent}`: the name of the file's folder;
/// - `{number}`: the number of the image in the batch, from 1;
/// - `{page}`: the exported page, from 1, with at least three digits: `001`.
///
/// `{number:04}` and `{page:04}` have at least four digits. If several pages of a file are exported
/// and the template has no `{page}`, a suffix such as `-p001` is appended.
public struct ExportNaming: Hashable, Sendable {
    public let template: String
    fileprivate let parts: [Part]

    fileprivate enum Part: Hashable, Sendable {
        case text(String)
        case value(Value, digits: Int?)
    }

    fileprivate enum Value: String, CaseIterable {
        case stem, slug, ext, parent, number, page

        var isNumber: Bool { self == .number || self == .page }
    }

    /// Creates the default naming by the stem of the source: `{stem}`.
    public init() {
        (template, parts) = ("{stem}", [.value(.stem, digits: nil)])
    }

    /// - Throws: ``ExportNamingError`` if a placeholder is unknown.
    public init(_ template: String) throws(ZigguratError) {
        guard let parts = Self.parts(of: template) else {
            throw ZigguratError(
                ExportNamingError.unknownPlaceholder(
                    template: template, known: Value.allCases.map { "{\($0.rawValue)}" }))
        }
        (self.template, self.parts) = (template, parts)
    }

    /// Whether the template has no placeholder.
    package var isFixed: Bool {
        parts.allSatisfy { if case .text = $0 { true } else { false } }
    }

    /// Whether names depend on the order of the images.
    package var hasNumber: Bool {
        parts.contains { if case .value(.number, _) = $0 { true } else { false } }
    }

    /// Whether the names of the pages of a file differ by `{page}`.
    package var hasPage: Bool {
        parts.contains { if case .value(.page, _) = $0 { true } else { false } }
    }

    /// Splits a template into its parts. Compares bytes, because a brace with a combining mark is a
    /// different character.
    private static func parts(of template: String) -> [Part]? {
        var (parts, rest) = ([Part](), template[...])
        while !rest.isEmpty {
            let text = rest.utf8.prefix { $0 != UInt8(ascii: "{") }
            guard !text.contains(UInt8(ascii: "}")) else { return nil }
            if !text.isEmpty { parts.append(.text(String(rest[..<text.endIndex]))) }
            rest = rest[text.endIndex...]
            guard !rest.isEmpty else { break }
            guard let end = rest.utf8.firstIndex(of: UInt8(ascii: "}")),
                let part = Part(rest[rest.utf8.index(after: rest.startIndex)..<end])
            else { return nil }
            parts.append(part)
            rest = rest[rest.utf8.index(after: end)...]
        }
        return parts
    }

    package func name(of path: String, number: Int, page: Int = 1, pageCount: Int = 1) -> String {
        let name = parts.reduce(into: "") { name, part in
            switch part {
            case .text(let text): name += text
            case .value(.stem, _): name += Path.stem(of: path)
            case .value(.slug, _): name += ExportName.slug(Path.stem(of: path))
            case .value(.ext, _): name += Path.ending(of: path)
            case .value(.parent, _): name += ExportName.folderName(of: path)
            case .value(.number, let digits): name += Self.text(number, digits ?? 1)
            case .value(.page, let digits):
                name += Self.page(page, of: pageCount, digits)
            }
        }
        return pageCount > 1 && !hasPage ? "\(name)-p\(Self.page(page, of: pageCount))" : name
    }

    /// Returns the name of a folder, which has no extension.
    package func name(ofFolder path: String, number: Int) -> String {
        name(of: (FileSystem.resolved(path) ?? path) + ".", number: number)
    }

    package static func page(_ page: Int, of count: Int, _ digits: Int? = nil) -> String {
        text(page, digits ?? max(3, String(count).count))
    }

    private static func text(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}

extension ExportNaming.Part {
    /// Parses the text between braces; returns `nil` if it is invalid.
    fileprivate init?(_ word: Substring) {
        let pieces = word.split(
            separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let value = ExportNaming.Value(rawValue: String(pieces[0])) else {
            return nil
        }
        guard pieces.count == 2 else {
            self = .value(value, digits: nil)
            return
        }
        guard value.isNumber, pieces[1].first == "0", let digits = Int(pieces[1].dropFirst()),
            (1...32).contains(digits)
        else { return nil }
        self = .value(value, digits: digits)
    }
}

/// Why a name of an export is invalid.
public enum ExportNamingError: ErrorReason {
    case empty
    /// - Parameter limit: the limit in bytes.
    case tooLong(String, bytes: Int, limit: Int)
    /// Destinations and exports use the name for their own files, or the name is hidden.
    case reserved(String)
    /// The name of a folder in the path is empty.
    case emptyFolder(String)
    /// - Parameter limit: the largest number of folders.
    case tooDeep(String, limit: Int)
    case containsControlCharacter
    /// The export would be in the folder of another export of the batch.
    case insideOther(String, export: String)
    /// Several sources would have this name.
    ///
    /// - Parameter template: a template that gives each source a different name.
    case clash(String, count: Int, template: String)
    case unknownPlaceholder(template: String, known: [String])

    public var code: ZigguratError.Code {
        switch self {
        case .clash, .insideOther: .nameClash
        default: .invalidOptions
        }
    }
}

extension ExportNamingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .empty: "empty name"
        case .tooLong(let name, let bytes, let limit):
            "name too long: “\(name.prefix(20))…” has \(bytes) bytes, the limit is \(limit)"
        case .reserved(let name): "invalid name: “\(name)” is reserved"
        case .emptyFolder(let name): "invalid name: “\(name)” contains an empty folder name"
        case .tooDeep(let name, let limit): "invalid name: “\(name)” has more than \(limit) folders"
        case .containsControlCharacter: "invalid name: it contains control characters"
        case .insideOther(let name, let export):
            "invalid name: “\(name)” would be in the folder of “\(export)”"
        case .clash(let name, let count, _):
            "duplicate name: \(count) images would be exported as “\(name)”"
        case .unknownPlaceholder(let template, _): "unknown placeholder in “\(template)”"
        }
    }
}
