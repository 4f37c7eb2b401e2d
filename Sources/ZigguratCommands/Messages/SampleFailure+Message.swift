internal import SampleImage
internal import ZigguratKit

extension SampleFailure: Worded {
    var message: Message {
        switch self {
        case .size(let width, let height, let maximum):
            Message(
                "invalid size \(width)x\(height)",
                hint: "use a width and a height from 1 to \(maximum)")
        case .unknownExtension(let known):
            Message(
                "unknown format: the file extension selects it",
                hint: "use one of " + known.map { ".\($0)" }.joined(separator: ", "))
        case .tooLarge(let format, let maximum):
            Message(
                "unsupported: a \(format) file has at most \(maximum) pixels on a side",
                hint: "use a smaller --size, or write a .tif or .png")
        }
    }
}
