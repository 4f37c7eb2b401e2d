internal import ZigguratSystem

extension String {
    /// The sentence that a C function has left in a buffer, up to its first zero.
    init(message: [CChar]) {
        self.init(decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
