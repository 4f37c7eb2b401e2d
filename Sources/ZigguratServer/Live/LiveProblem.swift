internal import ZigguratExport
internal import ZigguratSystem

/// The status and the words for an image that cannot be shown.
enum LiveProblem {
    static func answer(to error: ZigguratError) -> (status: Int, text: String) {
        if let failure = error.reason as? LiveFailure {
            switch failure {
            case .outsideFolder: return (403, "The file is a link to a place outside the folder.")
            case .largerThanCache: return (507, "The tiles would be larger than the cache.")
            case .noCacheFolder, .sizeTemplate: break
            }
        }
        return switch error.code {
        case .unreadableSource: (404, "The file cannot be read.")
        case .unknownFormat: (415, "The format of the file is unknown.")
        case .untrustedSource: (415, "The format of the file is not allowed.")
        case .truncatedSource: (422, "The file is truncated.")
        case .invalidSource: (422, "The file is damaged, or the image is too large.")
        case .invalidOptions: (422, "The image cannot be exported with these options.")
        case .unwritable: (507, "The cache cannot be written.")
        case .cancelled: (503, "The work was cancelled.")
        default: (500, "The image cannot be exported.")
        }
    }
}
