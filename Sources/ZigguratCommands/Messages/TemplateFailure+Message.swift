internal import ZigguratKit

extension TemplateFailure: Worded {
    var message: Message {
        switch self {
        case .folderNotFound:
            Message("folder of templates not found", hint: "create it: ziggurat templates DIR")
        case .rememberedNotFound:
            Message(
                "not found: the templates of earlier exports in the output folder",
                hint: "name them with “ziggurat gallery DIR --templates FOLDER”, or built-in")
        case .noTemplates:
            Message("no template found in the folder", hint: "create them: ziggurat templates DIR")
        case .unreadable:
            Message("cannot read the template", hint: "use a text file of at most 4 MB")
        case .notUTF8(let line):
            Message("invalid template: line \(line) is not UTF-8", hint: "save the file as UTF-8")
        case .unknownName(let known):
            Message(
                "unknown template name", hint: "rename the file: \(known.joined(separator: ", "))")
        case .missingMarkup(let markup):
            Message(
                "invalid template: required markup is missing",
                hint: "add \(markup) as in the built-in template")
        case .invalid(let mistake, let line, let column):
            mistake.message(at: "line \(line), column \(column)")
        case .invalidLanguage(let mistake, let text): mistake.message(of: text)
        case .unknownLanguage(let tag, let known):
            Message(
                "unknown language of pages “\(tag)”",
                hint: "choose auto, \(known.joined(separator: ", ")), or add languages/\(tag).json "
                    + "to your templates")
        case .cannotRender: Message("cannot fill in the template")
        case .alreadyExists:
            Message(
                "already exists",
                hint: "use another folder, or --force to replace your changes")
        }
    }
}

extension TemplateMistake {
    fileprivate func message(at place: String) -> Message {
        let (problem, hint) = words
        return Message("invalid template: \(place): \(problem)", hint: hint)
    }

    private var words: (problem: String, hint: String) {
        switch self {
        case .zeroByte: ("zero byte", "save the file as text")
        case .endTag(let tag): ("“\(tag)” ends the style of the page", "remove it")
        case .tagOutsideHTML(let name):
            ("{{\(name)}} has no effect in a script or style", "use it in an HTML template")
        case .unclosedTag: ("“{{” is not closed on its line", "add “}}”")
        case .unsupportedTag:
            ("unsupported: partials and other delimiters", "use {{name}} and {{#name}} only")
        case .unopenedSection(let name):
            ("{{/\(name)}} closes no open section", "add {{#\(name)}} before it")
        case .unclosedSection(let name):
            ("the section “\(name)” is not closed", "add {{/\(name)}}")
        case .unescapedText(let name):
            ("“\(name)” may contain markup and must be escaped", "write {{\(name)}}")
        case .escapedCode(let name):
            ("“\(name)” must be inserted unchanged", "write {{{\(name)}}}")
        case .unknownName(let name, let known):
            ("unknown name “\(name)”", "known names: \(known.joined(separator: ", "))")
        }
    }
}

extension LanguageMistake {
    fileprivate func message(of text: String?) -> Message {
        let (problem, hint) = words
        return Message(
            "invalid language file: \(text.map { "“\($0)”: " } ?? "")\(problem)", hint: hint)
    }

    private var words: (problem: String, hint: String) {
        switch self {
        case .noObject:
            ("not a JSON object", "write the English texts and their translations")
        case .unknownText:
            ("unknown text", "use the English texts in languages/de.json: ziggurat templates DIR")
        case .noText: ("invalid translation", "write a text without “{{”")
        case .placeholders(let expected):
            (
                "wrong placeholders",
                expected.isEmpty
                    ? "remove them"
                    : "use \(expected.map { "{\($0)}" }.joined(separator: ", "))"
            )
        case .pluralWithoutCount:
            ("plural forms of a text without {count}", "write one text")
        case .unknownCategory(let name):
            ("unknown plural form “\(name)”", "use zero, one, two, few, many and other")
        case .missingOther: ("the plural form “other” is missing", "add it")
        }
    }
}
