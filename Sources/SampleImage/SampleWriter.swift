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
        // The callbacks get an unretained reference. Those on other threads only use the picture, a
        // constant.
        let status = withExtendedLifetime(self) {
            zig_image_draw(
                file, Int32(picture.scene.width), Int32(picture.scene.height),
                { writer, x, y, width, pixels in
                    guard let writer, let pixels else { return -1 }
                    Unmanaged<SampleWriter>.fromOpaque(writer).takeUnretainedValue().picture
                        .draw(row: Int(y), columns: Int(x)..<Int(x + width), into: pixels)
                    return 0
                },
                { writer, part in
                    guard let writer else { return 0 }
                    return Unmanaged<SampleWriter>.fromOpaque(writer).takeUnretainedValue()
                        .continues(part) ? 1 : 0
                }, Unmanaged.passUnretained(self).toOpaque())
        }
        let messages = VipsRuntime.takeMessages()
        if isCancelled { throw ZigguratError(Cancelled()) }
        guard status == 0 else {
            throw ZigguratError(
                FileFailure(.write, .other), cause: VipsRuntime.systemCause(in: messages))
        }
    }

    private func continues(_ part: Double) -> Bool {
        isCancelled = isCancelled || progress?(part) == false
        return !isCancelled
    }
}
