package import ZigguratSystem

/// A reason why a tour cannot be used.
package enum TourFailure: FailureReason {
    case unreadable
    case invalid(TourMistake, TourPlace)
    /// A value of a tour in JSON has another type.
    case invalidJSON(AnnotationMistake, place: String)
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
package enum TourMistake: Error, Hashable {
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
