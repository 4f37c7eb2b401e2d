public import ZigguratCore
public import ZigguratSystem

/// Why an image cannot be exported with the options.
public enum OptionFailure: FailureReason {
    case noLayout
    case duplicateLayout(String)
    case unknownCollection(String)
    /// The pin of an annotation is outside the image.
    case annotationOutside(label: String, x: Double, y: Double, image: PixelSize)
    /// Pages in a container that is not a folder cannot share files.
    case sharedAssets(container: String)
    /// Books are folders.
    case bookInContainer(String)
    /// The pages of a book share their scripts.
    case bookInOneFile
    /// A book has all pages, and is named as a whole.
    case bookOfOnePage
    case memoryLimit(ExportPlan.Memory, limit: Int)

    public var code: ZigguratError.Code { .invalidOptions }
}
