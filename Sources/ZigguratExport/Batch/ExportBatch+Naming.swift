public import ZigguratSystem

extension ExportBatch {
    /// Names exports by a template with parts of the source's path.
    ///
    /// - `{stem}`: the name of the file without its extension;
    /// - `{ext}`: the extension, without the dot;
    /// - `{parent}`: the name of its folder;
    /// - `{number}`: its number in the batch, from 1;
    /// - `{page}`: the exported page, from 1, with at least three digits: `001`.
    ///
    /// If several pages of a file are exported and the template has no `{page}`, `-p001` and so on are
    /// appended.
    public struct Naming: Hashable, Sendable {
        public let template: String

        private static let placeholders = ["{stem}", "{ext}", "{parent}", "{number}", "{page}"]
        private static var placeholder: Regex<(Substring, Substring)> {
            /{(stem|ext|parent|number|page)}/
        }

        /// The source's own name: `{stem}`.
        public init() {
            template = "{stem}"
        }

        /// - Throws: ``ExportBatch.Naming.Failure`` if a placeholder is unknown.
        public init(_ template: String) throws(ZigguratError) {
            let rest = template.replacing(Self.placeholder, with: "").unicodeScalars
            guard !rest.contains("{"), !rest.contains("}") else {
                throw ZigguratError(
                    ExportBatch.Naming.Failure.unknownPlaceholder(
                        template: template, known: Self.placeholders))
            }
            self.template = template
        }

        func name(of path: String, number: Int, page: Int = 1, pageCount: Int = 1) -> String {
            var template = template
            if pageCount > 1, !template.contains("{page}") { template += "-p{page}" }
            var (name, rest) = ("", template[...])
            // Without a regular expression, which takes longer than an export that is up to date.
            while let start = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
                let end = rest.utf8[start...].firstIndex(of: UInt8(ascii: "}"))
            {
                name += rest[..<start]
                switch rest[start...end] {
                case "{stem}": name += ExportName.stem(of: path)
                case "{ext}": name += ExportName.ending(of: path)
                case "{parent}": name += ExportName.parent(of: path)
                case "{number}": name += String(number)
                case "{page}":
                    let digits = String(page)
                    let width = max(3, String(pageCount).count)
                    name += String(repeating: "0", count: max(0, width - digits.count)) + digits
                default: break
                }
                rest = rest[rest.utf8.index(after: end)...]
            }
            return name + rest
        }
    }
}
