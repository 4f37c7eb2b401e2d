package import ZigguratCore
package import ZigguratSystem

/// Why exports cannot be compared.
package enum ComparisonFailure: FailureReason {
    case tooFew(Int, minimum: Int)
    case tooMany(Int, limit: Int)
    /// More labels than images.
    case tooManyLabels(Int, images: Int)
    /// The path is not an export, or a bundle of one.
    case notAnExport
    /// The export is not in the destination, so it would not be published with the comparison.
    case outsideDestination(String)
    /// The destination is the folder of a book, which has only its pages.
    case inBook
    /// The container of a bundle, which a page cannot read.
    case unreadableContainer(String)
    /// A layer has another size than the first one.
    case otherSize(PixelSize, first: PixelSize)
    /// Layers have the same pixels; a registration is for other modes.
    case registeredLayers
    /// A comparison of other images, or with other settings, has the name.
    case alreadyExists
    /// A file or a folder that is not a comparison has the name.
    case notAComparison

    package var code: ZigguratError.Code {
        switch self {
        case .tooFew, .tooMany, .tooManyLabels, .registeredLayers, .outsideDestination, .inBook,
            .unreadableContainer, .otherSize:
            .invalidOptions
        case .notAnExport: .unreadableSource
        case .alreadyExists, .notAComparison: .unwritable
        }
    }
}
