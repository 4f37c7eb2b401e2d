internal import ZigguratKit

extension TourFailure: Worded {
    var message: Message {
        switch self {
        case .unreadable:
            Message("cannot read the tour", hint: "name a file in Markdown or JSON")
        case .invalid(let mistake, let place):
            Message("invalid tour: \(place.text)\(mistake.problem)", hint: mistake.hint)
        case .invalidJSON(let mistake, let place):
            Message(
                "invalid tour: \(place.isEmpty ? "" : "\(place): ")\(mistake.problem)",
                hint: mistake.hint)
        case .viewOutside(let step, let title, let view, let width, let height):
            Message(
                "invalid tour: step \(step) “\(title)”: \(view) is outside the image of "
                    + "\(width) × \(height)",
                hint: "copy the link to the view from the page of this image")
        case .noPage:
            Message(
                "unsupported: a tour in an export without a page",
                hint: "export with a viewer, to a folder, zip, szi or pmtiles")
        case .mediaMissing:
            Message("file of the tour not found", hint: "name the tour with --tour again")
        }
    }
}

extension TourPlace {
    fileprivate var text: String {
        switch self {
        case .line(let number): "line \(number): "
        case .value(let place): place.isEmpty ? "" : "\(place): "
        }
    }
}

extension TourMistake {
    fileprivate var problem: String {
        switch self {
        case .notUTF8: "not UTF-8"
        case .tooLong(let limit): "the file has more than \(Self.megabytes(limit))"
        case .missingTitle: "the title is missing"
        case .emptyHeading: "the heading is empty"
        case .deepHeading: "unsupported heading"
        case .noSteps: "the tour has no steps"
        case .tooManySteps(let limit): "more than \(limit) steps"
        case .missingView: "the step has no link to a view"
        case .invalidView(let text): "invalid view “\(text)”"
        case .viewOfOtherImage(let text): "“\(text)” shows another image"
        case .unsupportedAddress(let text): "unsupported address “\(text)”"
        case .secondImage: "the step has two images"
        case .secondSound: "the step has two sounds"
        case .invalidSeconds: "not a number of seconds from 1 to 3600"
        case .unknownFileType(let name): "unsupported file type “\(name)”"
        case .otherContent(let name): "“\(name)” has another format than its name says"
        case .fileNotFound(let name): "file not found “\(name)”"
        case .fileOutside(let name): "“\(name)” is not in the folder of the tour"
        case .fileTooLarge(let name, let limit): "“\(name)” has more than \(Self.megabytes(limit))"
        case .filesTooLarge(let limit): "the files have more than \(Self.megabytes(limit)) together"
        }
    }

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

    private static func megabytes(_ bytes: Int) -> String { "\(bytes >> 20) MB" }
}
