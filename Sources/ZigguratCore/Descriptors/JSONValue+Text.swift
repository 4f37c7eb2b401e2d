internal import ZigguratSystem

extension JSONValue {
    /// The document on one line, its keys sorted: the same bytes that a `JSONEncoder` writes, without
    /// its cost for each value.
    ///
    /// - Throws: ``DescriptorFailure/notWritable`` if a number is not finite.
    func lineBytes() throws(ZigguratError) -> [UInt8] {
        var bytes: [UInt8] = []
        try append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) throws(ZigguratError) {
        switch self {
        case .null: bytes += "null".utf8
        case .boolean(let value): bytes += (value ? "true" : "false").utf8
        case .number(let value):
            guard value.isFinite else { throw ZigguratError(DescriptorFailure.notWritable) }
            let text = value.description
            bytes += text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...]
        case .string(let value): Self.append(value, to: &bytes)
        case .array(let items):
            bytes.append(UInt8(ascii: "["))
            for (number, item) in items.enumerated() {
                if number > 0 { bytes.append(UInt8(ascii: ",")) }
                try item.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (number, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                if number > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.append(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                try member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        let quote = UInt8(ascii: "\"")
        let backslash = UInt8(ascii: "\\")
        bytes.append(quote)
        for byte in text.utf8 {
            switch byte {
            case quote, backslash: bytes += [backslash, byte]
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case ..<0x20:
                bytes += (byte < 0x10 ? "\\u000" : "\\u00").utf8
                bytes += String(byte, radix: 16).utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(quote)
    }
}
