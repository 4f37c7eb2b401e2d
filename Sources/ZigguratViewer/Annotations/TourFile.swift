package import ZigguratCore
package import ZigguratSystem

/// A tour with its images and sounds.
package struct TourFile: Sendable {
    package let tour: Tour
    /// The contents of the images and sounds, by their names in ``Tour/mediaNames``.
    package let media: [String: [UInt8]]

    private static let mostBytes = 1 << 20

    /// Reads a tour in Markdown or JSON, and the images and sounds that it names.
    ///
    /// - Throws: ``ZigguratError`` with a ``TourError`` that contains the place in the file.
    package init(_ path: String) throws(ZigguratError) {
        let size = FileSystem.size(of: path)
        let first = TourPlace.line(1)
        guard size <= Self.mostBytes else {
            throw ZigguratError(
                TourError.invalid(.tooLong(limit: Self.mostBytes), first), path)
        }
        guard let bytes = try? FileSystem.contents(of: path) else {
            throw ZigguratError(TourError.unreadable, path)
        }
        do throws(ZigguratError) {
            self = try Self(bytes, beside: path)
        } catch {
            throw error.about(path)
        }
    }

    /// - Parameter path: the path of the tour's file, in the folder of the images and sounds.
    package init(_ bytes: [UInt8], beside path: String) throws(ZigguratError) {
        let media = TourMedia(beside: path)
        let isJSON = bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
        let result: (tour: Tour, media: TourMedia)
        if isJSON {
            result = try TourJSON.tour(in: bytes, media: media)
        } else {
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            if let bad = lines.firstIndex(where: { String(validating: $0, as: UTF8.self) == nil }) {
                throw ZigguratError(TourError.invalid(.notUTF8, .line(bad + 1)))
            }
            result = try TourMarkdown.tour(
                in: String(decoding: bytes, as: UTF8.self), media: media)
        }
        (tour, self.media) = (result.tour, result.media.files)
    }
}

extension Tour {
    /// Checks that each step shows a part of the image.
    ///
    /// - Throws: ``TourError/viewOutside(step:title:view:width:height:)``.
    package func check(in size: PixelSize) throws(ZigguratError) {
        for (index, step) in steps.enumerated()
        where !TourView.isInside(step.view, width: size.width, height: size.height) {
            throw ZigguratError(
                TourError.viewOutside(
                    step: index + 1, title: step.title, view: step.view, width: size.width,
                    height: size.height))
        }
    }
}

/// A reason why a tour cannot be used.
package enum TourError: ErrorReason {
    case unreadable
    case invalid(TourContentError, TourPlace)
    /// A value of a tour in JSON has another type.
    case invalidJSON(AnnotationError, place: String)
    /// The view of a step is outside the image.
    case viewOutside(step: Int, title: String, view: String, width: Int, height: Int)
    /// The export has no page to show a tour.
    case noPage
    /// The export has a tour, but an image or a sound of the tour is missing.
    case mediaMissing

    package var code: ZigguratError.Code {
        switch self {
        case .mediaMissing: .invalidPyramid
        default: .invalidOptions
        }
    }
}

/// A place in the file of a tour.
package enum TourPlace: Hashable, Sendable {
    /// A line of a Markdown file, from 1.
    case line(Int)
    /// The path of a value in a JSON file, such as `steps[2].view`; empty for the document.
    case value(String)
}

/// A mistake at one place in a tour.
package enum TourContentError: Error, Hashable {
    case notUTF8
    case tooLong(limit: Int)
    case missingTitle
    case emptyHeading
    case deepHeading
    case noSteps
    case tooManySteps(limit: Int)
    /// A step has no line with a link to its view.
    case missingView
    case invalidView(String)
    /// The link shows another image than the tour's image.
    case viewOfOtherImage(String)
    case unsupportedAddress(String)
    case secondImage
    case secondSound
    case invalidSeconds
    case unknownFileType(String)
    /// The content of the file does not match the extension of its name.
    case otherContent(String)
    case fileNotFound(String)
    /// The file is outside the folder of the tour.
    case fileOutside(String)
    case fileTooLarge(String, limit: Int)
    case filesTooLarge(limit: Int)
}

extension TourError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable: "cannot read the tour"
        case .invalid(let reason, let place): "invalid tour: \(place.text)\(reason.words)"
        case .invalidJSON(let reason, let place):
            "invalid tour: \(place.isEmpty ? "" : "\(place): ")\(reason.words)"
        case .viewOutside(let step, let title, let view, let width, let height):
            "invalid tour: step \(step) “\(title)”: \(view) is outside the image of "
                + "\(width) × \(height)"
        case .noPage: "unsupported: a tour in an export without a page"
        case .mediaMissing: "file of the tour not found"
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

extension TourContentError {
    fileprivate var words: String {
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

    private static func megabytes(_ bytes: Int) -> String { "\(bytes >> 20) MB" }
}
