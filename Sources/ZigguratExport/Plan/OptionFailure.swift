public import ZigguratCore
public import ZigguratSystem

/// Why the options are invalid for an image.
public enum OptionFailure: FailureReason {
    case noLayout
    case duplicateLayout(String)
    case unknownCollection(String)
    /// The pin of an annotation is outside the image.
    case annotationOutside(label: String, x: Double, y: Double, image: PixelSize)
    /// Pages in a container that is not a folder cannot share files.
    case sharedAssets(container: String)
    /// A book is a folder, so it cannot be written into this container.
    case bookInContainer(String)
    /// The pages of a book share their scripts, so a page cannot contain its scripts.
    case bookInOneFile
    /// A book consists of all pages of a document, so a page number is not allowed.
    case bookOfOnePage
    /// The tiles in a container have one format, so a second format is not allowed.
    case formatsInContainer(String)
    /// Tiles that are cut from a JPEG without decoding are JPEG, so a second format is not allowed.
    case formatsOfSource
    /// Blank tiles differ between a format with an alpha channel and a format without.
    case blanksOfFormats(TileFormat)
    /// Visitors can store only folder bundles, whose pages load scripts from files.
    case offlineContainer(String)
    case offlineInOneFile
    case offlineWithoutPage
    /// The image has too many tiles. Browsers store a limited number of files.
    case offlineTiles(Int, limit: Int)
    case memoryLimit(ExportPlan.Memory, limit: Int)

    public var code: ZigguratError.Code { .invalidOptions }
}
