internal import ZigguratCore
internal import ZigguratImaging

/// The OpenEXR decoder, which uses libvips.
struct OpenEXRDecoder: SourceDecoder {
    package let format = "openexr"
    let extensions = ["exr"]
    let traits = DecoderTraits(fillsDamage: false)

    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: [0x76, 0x2F, 0x31, 1]) }

    func open(_ file: SourceFile) -> any OpenedImage { OpenEXRImage(file) }
}

/// An open OpenEXR file.
private final class OpenEXRImage: OpenedImage {
    let file: SourceFile
    // libvips before 8.15 multiplies alpha by 255.
    let loader = LoaderTraits(premultipliedOpacity: 255)

    init(_ file: SourceFile) { self.file = file }

    /// The size of the display window of the first part. libvips shows the data window, which
    /// contains the stored pixels. A renderer may store fewer pixels than the display window, or
    /// more on all sides.
    var wholeSize: PixelSize? {
        let header = attributes
        guard let data = header["dataWindow"]?.box, let display = header["displayWindow"]?.box,
            data != display
        else { return nil }
        // The last column and the last row belong to the window.
        return PixelSize(width: display[2] - display[0] + 1, height: display[3] - display[1] + 1)
    }

    /// Rejects images without a channel that libvips reads. libvips shows them as black. Channels
    /// of layers have other names, such as `left.R`.
    func loaderFault(_ settings: DecodePlan.Settings) -> LoaderError? {
        guard let channels = attributes["channels"]?.channels, !channels.isEmpty,
            Self.shownChannels.isDisjoint(with: channels)
        else { return nil }
        return .unsupported(.unsupported(.channels(channels)))
    }

    /// Red, green, blue and luminance. Source: OpenEXR, ImfRgbaFile.h.
    private static let shownChannels: Set = ["R", "G", "B", "Y"]

    private static let headLimit = 1 << 16

    /// The attributes of the first part, by name.
    private var attributes: [String: OpenEXRAttribute] {
        OpenEXRAttribute.all(in: file.bytes(Self.headLimit, at: 0)[...])
    }
}

/// An attribute of an OpenEXR header.
///
/// Source: OpenEXR, file layout.
private struct OpenEXRAttribute {
    private let type: String
    private let value: ArraySlice<UInt8>

    /// The attributes at the beginning of a file, by name.
    static func all(in head: ArraySlice<UInt8>) -> [String: OpenEXRAttribute] {
        // The signature and the version precede the attributes.
        var rest = head.dropFirst(8)
        var attributes: [String: OpenEXRAttribute] = [:]
        while true {
            let (name, type) = (word(&rest), word(&rest))
            let length = rest.prefix(4).littleEndian
            let value = rest.dropFirst(4).prefix(length)
            guard !name.isEmpty, value.count == length else { return attributes }
            attributes[name] = OpenEXRAttribute(type: type, value: value)
            rest = rest.dropFirst(4 + length)
        }
    }

    /// The first column and row of a box, and the last column and row.
    var box: [Int]? {
        guard type == "box2i", value.count == 16 else { return nil }
        return (0..<4).map {
            Int(Int32(truncatingIfNeeded: value.dropFirst(4 * $0).prefix(4).littleEndian))
        }
    }

    /// The names of a list of channels, without control characters; `nil` if the list is damaged.
    var channels: [String]? {
        guard type == "chlist" else { return nil }
        var rest = value
        var names: [String] = []
        while true {
            guard !rest.isEmpty else { return nil }
            let name = Self.word(&rest)
            // An empty name ends the list.
            guard !name.isEmpty else { return names }
            guard rest.count >= Self.channelLength else { return nil }
            rest = rest.dropFirst(Self.channelLength)
            names.append(name.filter { !$0.unicodeScalars.contains(where: \.isControl) })
        }
    }

    /// The bytes of a channel after its name: the type, the linearity and the sampling.
    private static let channelLength = 16

    /// Removes and returns a text that ends with a zero.
    private static func word(_ rest: inout ArraySlice<UInt8>) -> String {
        let word = rest.prefix { $0 != 0 }
        rest = rest.dropFirst(word.count + 1)
        return String(decoding: word, as: UTF8.self)
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
