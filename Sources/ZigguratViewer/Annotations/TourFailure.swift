package import ZigguratSystem

/// Why a tour cannot be used.
package enum TourFailure: FailureReason {
    case unreadable
    case invalid(TourMistake, TourPlace)
    /// A value of a tour in JSON has another type.
    case invalidJSON(AnnotationMistake, place: String)
    /// A step shows a place outside the image.
    case viewOutside(step: Int, title: String, view: String, width: Int, height: Int)
    /// The export has no page that could show a tour.
    case noPage
    /// An image or a sound of a tour that an export already has is missing.
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
    /// The way to a value of a JSON file, as in `steps[2].view`; empty for the document.
    case value(String)
}

/// A mistake at one place of a tour.
package enum TourMistake: Error, Hashable {
    case notUTF8
    case tooLong(limit: Int)
    case missingTitle
    case emptyHeading
    case deepHeading
    case noSteps
    case tooManySteps(limit: Int)
    /// A step has no line that is a link to its view.
    case missingView
    case invalidView(String)
    /// The link shows another image of the destination.
    case viewOfOtherImage(String)
    case unsupportedAddress(String)
    case secondImage
    case secondSound
    case invalidSeconds
    case unknownFileType(String)
    /// The content of the file does not have the format that its name says.
    case otherContent(String)
    case fileNotFound(String)
    /// The file is not in the folder of the tour.
    case fileOutside(String)
    case fileTooLarge(String, limit: Int)
    case filesTooLarge(limit: Int)
}
