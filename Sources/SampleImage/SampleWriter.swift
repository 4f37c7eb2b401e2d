internal import CVips
internal import ZigguratImaging
internal import ZigguratSystem

/// Lets libvips draw the picture on all its threads and encode it in order.
final class SampleWriter {
    private let picture: Picture
    private let progress: ((Double) -> Bool)?
    /// Set and read on the thread that writes.
    private var isCancelled = false

    init(picture: Picture, progress: ((Double) -> Bool)?) {
        self.picture = picture
        self.progress = progress
    }

    /// - Parameter file: a path with the options of libvips' encoder in brackets.
    func write(to file: String) throws(ZigguratError) {
        try VipsRuntime.start()
        guard let image = zig_image_new() else {
            throw ZigguratError(FileFailure(.write, .other))
        }
        defer { zig_object_unref(image) }
        let isWritten = withExtendedLifetime(self) { encode(image, to: file) }
        guard !isCancelled else {
            _ = VipsRuntime.takeMessages()
            throw ZigguratError(Cancelled())
        }
        guard isWritten else {
            throw ZigguratError(
                FileFailure(.write, .other),
                cause: .library(VipsRuntime.takeMessages().joined(separator: "; ")))
        }
    }

    /// The callbacks get an unretained reference to the writer, which lives until this returns.
    /// Those on other threads only use the picture, a constant.
    private func encode(_ image: UnsafeMutablePointer<CVips.VipsImage>, to file: String) -> Bool {
        let scene = picture.scene
        zig_image_init_fields(
            image, Int32(scene.width), Int32(scene.height), 3, VIPS_FORMAT_UCHAR, VIPS_CODING_NONE,
            VIPS_INTERPRETATION_sRGB, 1, 1)
        let writer = Unmanaged.passUnretained(self).toOpaque()
        let draw: VipsGenerateFn = { region, _, writer, _, _ in
            guard let region, let writer else { return -1 }
            let picture = Unmanaged<SampleWriter>.fromOpaque(writer).takeUnretainedValue().picture
            let area = region.pointee.valid
            let columns = Int(area.left)..<Int(area.left + area.width)
            for y in area.top..<area.top + area.height {
                guard let bytes = zig_region_address(region, area.left, y) else { return -1 }
                picture.draw(row: Int(y), columns: columns, into: bytes)
            }
            return 0
        }
        guard zig_image_pipeline(image, VIPS_DEMAND_STYLE_FATSTRIP) == 0,
            zig_image_generate(image, draw, writer) == 0
        else { return false }
        zig_image_on_progress(
            image,
            { image, state, writer in
                guard let image, let state, let writer else { return }
                Unmanaged<SampleWriter>.fromOpaque(writer).takeUnretainedValue()
                    .report(state.pointee, of: image)
            }, writer)
        return zig_image_write_to_file(image, file) == 0
    }

    private func report(_ state: VipsProgress, of image: UnsafeMutablePointer<CVips.VipsImage>) {
        let part = min(Double(state.npels) / max(Double(state.tpels), 1), 1)
        guard let progress, !isCancelled, !progress(part) else { return }
        isCancelled = true
        zig_image_set_kill(image, 1)
    }
}
