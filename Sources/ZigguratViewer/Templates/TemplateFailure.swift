package import ZigguratSystem

/// Why templates cannot be read, used or written.
package enum TemplateFailure: FailureReason {
    case folderNotFound
    /// The folder of the templates that a destination remembers is gone.
    case rememberedNotFound
    case noTemplates
    case unreadable
    case notUTF8(line: Int)
    case unknownName(known: [String])
    /// The template lacks markup without which pages do not work.
    case missingMarkup(String)
    case invalid(TemplateMistake, line: Int, column: Int)
    /// A mistake in the file of a language, and the English text where it is.
    case invalidLanguage(LanguageMistake, text: String?)
    /// Pages in this language need a file of its texts.
    case unknownLanguage(String, known: [String])
    case cannotRender
    case alreadyExists

    package var code: ZigguratError.Code {
        switch self {
        case .folderNotFound, .rememberedNotFound, .noTemplates, .unreadable, .notUTF8:
            .unreadableSource
        case .unknownName, .missingMarkup, .invalid, .invalidLanguage, .unknownLanguage:
            .invalidOptions
        case .cannotRender: .renderingFailed
        case .alreadyExists: .unwritable
        }
    }
}

/// A mistake at one place of a template.
package enum TemplateMistake: Hashable, Sendable {
    case zeroByte
    /// Text that would end the style element.
    case endTag(String)
    /// A tag in a script or a style, where tags are not filled in.
    case tagOutsideHTML(String)
    case unclosedTag
    /// A partial with an unknown name, or a change of delimiters.
    case unsupportedTag
    case unopenedSection(String)
    case unclosedSection(String)
    /// Text that would be inserted as HTML.
    case unescapedText(String)
    /// Code that would be inserted as text.
    case escapedCode(String)
    case unknownName(String, known: [String])
}
