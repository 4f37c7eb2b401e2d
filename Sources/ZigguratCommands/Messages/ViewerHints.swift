internal import ZigguratKit

extension AnnotationFileError: Hinted {
    var hint: String {
        switch self {
        case .unreadable: "name a file of Web Annotations or GeoJSON"
        case .invalid(let reason, _): reason.hint
        }
    }
}

extension AnnotationError {
    fileprivate var hint: String {
        switch self {
        case .openRing: "make the last position equal to the first"
        case .unsupportedSelector: "use FragmentSelector, SvgSelector or PointSelector"
        case .unsupportedFragment: "write xywh=x,y,w,h in pixels of the image"
        case .transformedSVG: "write coordinates in pixels of the image"
        case .invalidLink: "use http, https, or the name of an export, such as mill#xywh=1,2,3,4"
        default: ""
        }
    }
}

extension TourError: Hinted {
    var hint: String {
        switch self {
        case .unreadable: "name a file in Markdown or JSON"
        case .invalid(let reason, _): reason.hint
        case .invalidJSON(let reason, _): reason.hint
        case .viewOutside: "copy the link to the view from the page of this image"
        case .noPage: "export with a viewer, to a folder, zip, szi or pmtiles"
        case .mediaMissing: "name the tour with --tour again"
        }
    }
}

extension TourContentError {
    fileprivate var hint: String {
        switch self {
        case .missingTitle: "begin the file with “# Title”"
        case .deepHeading: "write one “# Title”, and “## Heading” for each step"
        case .noSteps: "begin each step with “## Heading”"
        case .missingView: "write [view](#xywh=x,y,w,h) below the heading"
        case .invalidView, .viewOfOtherImage: "copy the link to the view from the page of the image"
        case .unsupportedAddress: "use http, https or mailto"
        case .unknownFileType: "use jpg, png, gif, webp, avif; mp3, m4a, ogg, opus, wav, flac"
        case .fileOutside: "copy the file to the folder of the tour"
        default: ""
        }
    }
}

extension PageError: Hinted {
    var hint: String {
        switch self {
        case .leafletUnsupported: "use --layout xyz or tms, or --viewer openseadragon"
        case .invalidCover:
            "members: title, text, footer, language, link, links, and logo, a path in this folder"
        default: ""
        }
    }
}

extension TemplateError: Hinted {
    var hint: String {
        switch self {
        case .folderNotFound: "create it: ziggurat templates DIR"
        case .rememberedNotFound:
            "name them with “ziggurat gallery DIR --templates FOLDER”, or built-in"
        case .rememberedStyleNotFound:
            "name it with “ziggurat gallery DIR --css FILE”, or none"
        case .noTemplates: "create them: ziggurat templates DIR"
        case .unreadable: "use a text file of at most 4 MB"
        case .notUTF8: "save the file as UTF-8"
        case .unknownName(let known) where known.count == 1: "did you mean \(known[0])?"
        case .unknownName(let known): "rename the file: \(known.joined(separator: ", "))"
        case .missingMarkup(let markup): "add \(markup) as in the built-in template"
        case .invalid(let reason, _, _): reason.hint
        case .invalidLanguage(let reason, _): reason.hint
        case .unknownLanguage(let tag, let known):
            "choose auto, \(known.joined(separator: ", ")), or add languages/\(tag).json "
                + "to your templates"
        case .alreadyExists: "use another folder, or --force to replace your changes"
        default: ""
        }
    }
}

extension TemplateSyntaxError {
    fileprivate var hint: String {
        switch self {
        case .zeroByte: "save the file as text"
        case .endTag: "remove it"
        case .tagOutsideHTML: "use it in an HTML template"
        case .unclosedTag: "add “}}”"
        case .unsupportedTag: "use {{name}} and {{#name}} only"
        case .unopenedSection(let name): "add {{#\(name)}} before it"
        case .unclosedSection(let name): "add {{/\(name)}}"
        case .unescapedText(let name): "write {{\(name)}}"
        case .escapedCode(let name): "write {{{\(name)}}}"
        case .unknownName(_, let known): "known names: \(known.joined(separator: ", "))"
        case .oldGlobal(_, let member): "write \(member), or start from the new built-in script"
        }
    }
}

extension LanguageFileError {
    fileprivate var hint: String {
        switch self {
        case .noObject: "write the English texts and their translations"
        case .unknownText: "use the English texts in languages/de.json: ziggurat templates DIR"
        case .noText: "write a text without “{{”"
        case .placeholders(let expected):
            expected.isEmpty
                ? "remove them"
                : "use \(expected.map { "{\($0)}" }.joined(separator: ", "))"
        case .pluralWithoutCount: "write one text"
        case .unknownCategory: "use zero, one, two, few, many and other"
        case .missingOther: "add it"
        }
    }
}
