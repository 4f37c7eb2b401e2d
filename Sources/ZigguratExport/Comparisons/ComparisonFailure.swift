package import ZigguratCore
package import ZigguratSystem

/// Why exports cannot be compared.
package enum ComparisonFailure: FailureReason {
    case tooFew(Int, minimum: Int)
    case tooMany(Int, limit: Int)
    /// The comparison has more labels than images.
    case tooManyLabels(Int, images: Int)
    /// The path is neither an export nor a bundle of an export.
    case notAnExport
    /// The export is not in the destination, so it would not be published with the comparison.
    case outsideDestination(String)
    /// The destination is the folder of a book, which contains only pages of the book.
    case inBook
    /// A page cannot read the container of a bundle.
    case unreadableContainer(String)
    /// The sizes of a layer and of the first layer differ.
    case otherSize(PixelSize, first: PixelSize)
    /// Layers have aligned pixels, so a registration is not allowed.
    case registeredLayers
    /// The name belongs to a comparison of other images or with other settings.
    case alreadyExists
    /// The name belongs to a file or folder that is not a comparison.
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
