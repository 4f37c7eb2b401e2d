internal import CMustache
internal import ZigguratCore
package import ZigguratSystem

/// A Mustache template. `{{name}}` is escaped for HTML; `{{{name}}}` is inserted unchanged.
package struct Template {
    /// The path of the template's file, for messages; the name of a built-in template.
    let place: String
    let bytes: [UInt8]

    /// Renders the template with the members of a value that encodes as a JSON object.
    func rendered(with data: some Encodable) throws(ZigguratError) -> [UInt8] {
        let json = try BundleFile.jsonLine(place, data).bytes
        // Safe because both buffers outlive the call, and the result is copied before it is freed.
        let result = unsafe bytes.withUnsafeBytes { template in
            unsafe json.withUnsafeBytes { data in
                unsafe mustache_render(
                    template.baseAddress, template.count, data.baseAddress, data.count)
            }
        }
        defer { unsafe mustache_result_free(result) }
        if let text = unsafe result.text {
            return unsafe Array(UnsafeRawBufferPointer(start: text, count: result.count))
        }
        let cause = unsafe result.error.map {
            unsafe ZigguratError.Cause.library(String(cString: $0))
        }
        throw ZigguratError(TemplateError.cannotRender, place, cause: cause)
    }
}

/// A reason why templates cannot be read, used or written.
package enum TemplateError: ErrorReason {
    case folderNotFound
    /// The destination records the folder of its templates, but the folder does not exist.
    case rememberedNotFound
    /// The style sheet of the option `--css` does not exist.
    case styleNotFound
    /// The destination records a style sheet that does not exist.
    case rememberedStyleNotFound
    case noTemplates
    case unreadable
    case notUTF8(line: Int)
    case unknownName(known: [String])
    /// The template lacks markup that pages need to work.
    case missingMarkup(String)
    case invalid(TemplateSyntaxError, line: Int, column: Int)
    /// A mistake in a language file, and the English text at which it occurs.
    case invalidLanguage(LanguageFileError, text: String?)
    /// Pages in this language need a file with the language's texts.
    case unknownLanguage(String, known: [String])
    case cannotRender
    case alreadyExists

    package var code: ZigguratError.Code {
        switch self {
        case .folderNotFound, .rememberedNotFound, .styleNotFound, .rememberedStyleNotFound,
            .noTemplates, .unreadable, .notUTF8:
            .unreadableSource
        case .unknownName, .missingMarkup, .invalid, .invalidLanguage, .unknownLanguage:
            .invalidOptions
        case .cannotRender: .renderingFailed
        case .alreadyExists: .unwritable
        }
    }
}

/// A mistake at one place in a template.
package enum TemplateSyntaxError: Hashable, Sendable {
    case zeroByte
    /// Text that would end the style element.
    case endTag(String)
    /// A Mustache tag in a script or a style, which are not rendered.
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
    /// A global of earlier versions, and the member that has replaced it.
    case oldGlobal(String, now: String)
}

extension TemplateError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .folderNotFound: "folder of templates not found"
        case .rememberedNotFound: "not found: the templates of earlier exports in the output folder"
        case .styleNotFound: "style sheet not found"
        case .rememberedStyleNotFound:
            "not found: the style sheet of earlier exports in the output folder"
        case .noTemplates: "no template found in the folder"
        case .unreadable: "cannot read the template"
        case .notUTF8(let line): "invalid template: line \(line) is not UTF-8"
        case .unknownName: "unknown template name"
        case .missingMarkup: "invalid template: required markup is missing"
        case .invalid(let reason, let line, let column):
            "invalid template: line \(line), column \(column): \(reason.words)"
        case .invalidLanguage(let reason, let text):
            "invalid language file: \(text.map { "“\($0)”: " } ?? "")\(reason.words)"
        case .unknownLanguage(let tag, _): "unknown language of pages “\(tag)”"
        case .cannotRender: "cannot fill in the template"
        case .alreadyExists: "already exists"
        }
    }
}

extension TemplateSyntaxError {
    var words: String {
        switch self {
        case .zeroByte: "zero byte"
        case .endTag(let tag): "“\(tag)” ends the style of the page"
        case .tagOutsideHTML(let name): "{{\(name)}} has no effect in a script or style"
        case .unclosedTag: "“{{” is not closed on its line"
        case .unsupportedTag: "unsupported: partials and other delimiters"
        case .unopenedSection(let name): "{{/\(name)}} closes no open section"
        case .unclosedSection(let name): "the section “\(name)” is not closed"
        case .unescapedText(let name): "“\(name)” may contain markup and must be escaped"
        case .escapedCode(let name): "“\(name)” must be inserted unchanged"
        case .unknownName(let name, _): "unknown name “\(name)”"
        case .oldGlobal(let name, _): "“\(name)” is a name of an earlier version"
        }
    }
}
