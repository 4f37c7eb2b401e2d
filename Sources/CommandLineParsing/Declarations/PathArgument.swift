/// The name of a file or a folder.
package struct PathArgument: CommandValue, Hashable {
    package let raw: ArgumentText

    package init?(raw: ArgumentText) {
        guard !raw.text.isEmpty else { return nil }
        self.raw = raw
    }

    package init?(argument: String) {
        self.init(raw: ArgumentText(argument))
    }

    /// The name as text; `nil` if the name is not UTF-8.
    package var text: String? { raw.isUTF8 ? raw.text : nil }

    package var written: String { raw.escaped }
    package static var valueName: String? { "PATH" }
    package static var expectation: String { "the name of a file or a folder" }
    package static var completion: Completion { .files }
}

extension PathArgument: ExpressibleByStringLiteral {
    /// Creates the default in a declaration.
    package init(stringLiteral text: String) {
        precondition(!text.isEmpty, "a default path is not empty")
        raw = ArgumentText(text)
    }
}
