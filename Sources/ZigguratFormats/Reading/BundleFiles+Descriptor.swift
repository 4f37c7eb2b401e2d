internal import ZigguratCore
internal import ZigguratSystem

extension BundleFiles {
    /// The largest descriptor to read, in bytes. The descriptor of a sparse pyramid of a million
    /// tiles is smaller.
    private var largestDescriptor: Int { 1 << 26 }

    /// Reads the pyramid that a descriptor describes; empty if the descriptor is missing or has
    /// another format.
    ///
    /// - Parameter read: gets the bytes, and the descriptor's path for messages.
    func pyramids(
        describedBy name: String,
        _ read: (_ bytes: [UInt8], _ place: String) throws(ZigguratError) -> FoundPyramid?
    ) throws(ZigguratError) -> [PyramidReading] {
        guard let byteCount = byteCount(of: name) else { return [] }
        let place = place(of: name)
        guard byteCount <= largestDescriptor else {
            let failure = DescriptorError.tooLarge(byteCount, limit: largestDescriptor)
            return [.failure(ZigguratError(failure, place))]
        }
        guard let bytes = try contents(of: name) else { return [] }
        do throws(ZigguratError) {
            return try read(bytes, place).map { [.success($0)] } ?? []
        } catch {
            return [.failure(error)]
        }
    }
}
