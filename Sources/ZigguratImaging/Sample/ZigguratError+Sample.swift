internal import ZigguratCore
internal import ZigguratSystem

/// Why a sample image was not written.
extension ZigguratError {
    static func sampleSizeOutOfRange(width: Int, height: Int) -> ZigguratError {
        ZigguratError(
            .invalidOptions, "", "a sample of \(width)x\(height) pixels cannot be drawn",
            remedy: "use a width and a height from 1 to \(SampleImage.largestSide)")
    }

    static func unknownSampleFormat(_ path: String) -> ZigguratError {
        let endings = SampleFormat.suffixes.map { "." + $0 }.joined(separator: ", ")
        return ZigguratError(
            .invalidOptions, path, "the file's ending decides the format",
            remedy: "use one of \(endings)")
    }

    static func sampleTooLarge(_ path: String, for format: SampleFormat) -> ZigguratError {
        ZigguratError(
            .invalidOptions, path,
            "a \(format.name) file has at most \(format.largestSide) pixels on a side",
            remedy: "use a smaller --size, or write a .tif or .png")
    }

    static func sampleUnwritable(_ path: String, reason: String) -> ZigguratError {
        ZigguratError(
            .unwritable, path, "cannot be written here (\(reason))",
            remedy: "choose a folder that exists and that you may write to")
    }

    static func sampleFailed(_ path: String, reason: String) -> ZigguratError {
        ZigguratError(
            .unwritable, path, "writing stopped (\(reason))",
            remedy: "check the free space and try again")
    }

    static func sampleCancelled(_ path: String) -> ZigguratError {
        ZigguratError(.cancelled, path, "cancelled; nothing was written")
    }
}
