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
            let digits = String(page)
            let width = max(3, String(pageCount).count)
            let pageText = String(repeating: "0", count: max(0, width - digits.count)) + digits
            var template = template
            if pageCount > 1, !template.contains("{page}") { template += "-p{page}" }
            let values: [Substring: String] = [
                "stem": ExportName.stem(of: path),
                "ext": ExportName.ending(of: path),
                "parent": ExportName.parent(of: path),
                "number": String(number),
                "page": pageText,
            ]
            return template.replacing(Self.placeholder) { values[$0.1] ?? "" }
        }
    }
}
