public import ZigguratSystem

/// Names exports by a template with parts of the source's path. A slash puts an export into a
/// folder of the destination: `{parent}/{stem}`.
///
/// - `{stem}`: the name of the file without its extension;
/// - `{slug}`: the stem in small letters, with a hyphen for all that is not a letter or a digit;
/// - `{ext}`: the extension, without the dot;
/// - `{parent}`: the name of its folder;
/// - `{number}`: its number in the batch, from 1;
/// - `{page}`: the exported page, from 1, with at least three digits: `001`.
///
/// `{number:04}` and `{page:04}` have at least four digits. If several pages of a file are
/// exported and the template has no `{page}`, `-p001` and so on are appended.
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

    /// The source's own name: `{stem}`.
    public init() {
        (template, parts) = ("{stem}", [.value(.stem, digits: nil)])
    }

    /// - Throws: ``ExportNaming/Failure`` if a placeholder is unknown.
    public init(_ template: String) throws(ZigguratError) {
        guard let parts = Self.parts(of: template) else {
            throw ZigguratError(
                ExportNaming.Failure.unknownPlaceholder(
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

    /// Bytes, because a brace with a combining mark is another character.
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

    /// The name of a folder, which has no extension.
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
    /// Reads what stands between braces; `nil` if it is unknown.
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

extension ExportNaming {
    /// Why an export cannot have a name.
    public enum Failure: FailureReason {
        case empty
        /// - Parameter limit: in bytes, like the name's own size.
        case tooLong(String, bytes: Int, limit: Int)
        /// Destinations and exports use the name themselves, or it is hidden.
        case reserved(String)
        /// A name of a folder in it is empty.
        case emptyFolder(String)
        /// - Parameter limit: the largest number of folders.
        case tooDeep(String, limit: Int)
        case containsControlCharacter
        /// The export would be in the folder of another one of the batch.
        case insideOther(String, export: String)
        /// Several sources would have the name.
        ///
        /// - Parameter template: a naming that tells them apart.
        case clash(String, count: Int, template: String)
        case unknownPlaceholder(template: String, known: [String])

        public var code: ZigguratError.Code {
            switch self {
            case .clash, .insideOther: .nameClash
            default: .invalidOptions
            }
        }
    }
}
