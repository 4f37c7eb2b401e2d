internal import CVips
internal import ZigguratSystem

extension VipsImage {
    /// Lets a loader that decodes the whole image at once decode it before the first row is read.
    ///
    /// - Returns: the messages of a failure. Rows that are read then may have any pixels.
    package func decode() -> DecoderMessages? {
        do throws(DecoderMessages) {
            try withRegion { region throws(DecoderMessages) in
                try Self.prepare(region, VipsRect(left: 0, top: 0, width: Int32(width), height: 1))
            }
            return nil
        } catch {
            return error
        }
    }

    /// Computes the image from the top and passes each row on. Ends at the first row that cannot be
    /// computed.
    ///
    /// - Parameters:
    ///   - isWanted: called from time to time; returns `false` to cancel.
    ///   - row: called with the address of a row's first sample; returns `false` to end.
    func forEachRow(
        isWanted: () -> Bool, _ row: (UnsafeRawPointer) -> Bool
    ) throws(ZigguratError) {
        var isCancelled = false
        try? forEachStrip { region, rows in
            isCancelled = !isWanted()
            return !isCancelled
                && rows.allSatisfy { row(zig_region_address(region, 0, Int32($0))) }
        }
        if isCancelled { throw ZigguratError(Cancelled()) }
    }

    /// Computes every row.
    package func computeRows() throws(DecoderMessages) {
        try forEachStrip { _, _ in true }
    }

    /// Computes the image from the top, a few rows at a time.
    ///
    /// - Parameter body: called with the region that holds the rows; returns `false` to end.
    private func forEachStrip(
        _ body: (UnsafeMutablePointer<VipsRegion>, Range<Int>) -> Bool
    ) throws(DecoderMessages) {
        try withRegion { region throws(DecoderMessages) in
            for top in stride(from: 0, to: height, by: 16) {
                let rows = top..<min(top + 16, height)
                try Self.prepare(
                    region,
                    VipsRect(
                        left: 0, top: Int32(top), width: Int32(width), height: Int32(rows.count)))
                guard body(region, rows) else { return }
            }
        }
    }

    private func withRegion(
        _ body: (UnsafeMutablePointer<VipsRegion>) throws(DecoderMessages) -> Void
    ) throws(DecoderMessages) {
        let region = try VipsCall.run { zig_region_new(pointer) }
        defer { g_object_unref(region) }
        try body(region)
    }

    private static func prepare(
        _ region: UnsafeMutablePointer<VipsRegion>, _ area: VipsRect
    ) throws(DecoderMessages) {
        var area = area
        try VipsCall.run { zig_region_prepare(region, &area) == 0 ? () : nil }
    }
}
