/// Why a sample image was not written: one line that names the file and the remedy.
enum SampleError: Error, CustomStringConvertible, Equatable {
    case sizeOutOfRange(width: Int, height: Int)
    case unknownSuffix(path: String)
    case tooLargeForFormat(path: String, format: String, limit: Int)
    case notWritable(path: String, reason: String)
    case engineUnavailable
    case failed(path: String, reason: String)
    case cancelled(path: String)

    var description: String {
        switch self {
        case .sizeOutOfRange(let width, let height):
            "a sample of \(width)x\(height) pixels cannot be drawn: "
                + "use a width and a height from 1 to \(SampleImage.largestSide)"
        case .unknownSuffix(let path):
            "\(path): the file's ending decides the format; use one of "
                + SampleFormat.suffixes.map { "." + $0 }.joined(separator: ", ")
        case .tooLargeForFormat(let path, let format, let limit):
            "\(path): a \(format) file has at most \(limit) pixels on a side; "
                + "use a smaller --size, or write a .tif or .png"
        case .notWritable(let path, let reason):
            "\(path): cannot be written here (\(reason)); "
                + "choose a folder that exists and that you may write to"
        case .engineUnavailable:
            "libvips could not be started; check that it is installed whole (libvips42)"
        case .failed(let path, let reason):
            "\(path): writing stopped (\(reason)); check the free space and try again"
        case .cancelled(let path):
            "\(path): cancelled; nothing was written"
        }
    }
}
