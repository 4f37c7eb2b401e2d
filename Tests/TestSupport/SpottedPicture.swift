public import Foundation

/// An image of 1024 × 768 pixels with two spots on a uniform background.
///
/// These tiles of 256 pixels are not blank: at full resolution column 1, row 1 and column 3, row 0;
/// at half resolution columns 0 and 1 of row 0; at quarter resolution the only tile.
public enum SpottedPicture {
    public static let size = (width: 1024, height: 768)
    /// Columns and rows of the spots.
    private static let spots = [(300..<500, 300..<500), (1000..<1024, 0..<10)]

    /// - Parameters:
    ///   - background: the colour of the background: RGB, or RGBA.
    ///   - dirt: a number to add to one sample near the lower right corner.
    public static func pixels(background: [UInt8] = [255, 255, 255], dirt: Int = 0) -> PixelPicture
    {
        let bands = background.count
        var samples: [UInt8] = []
        samples.reserveCapacity(size.width * size.height * bands)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let isSpot = spots.contains { $0.0.contains(x) && $0.1.contains(y) }
                guard isSpot else {
                    samples += background
                    continue
                }
                samples += [UInt8(x % 200), UInt8(y % 200), UInt8((x * y) % 200)]
                if bands == 4 { samples.append(255) }
            }
        }
        let place = (700 * size.width + 1000) * bands + (bands == 4 ? 3 : 1)
        samples[place] = UInt8(Int(samples[place]) + dirt)
        return PixelPicture(
            width: size.width, height: size.height, bands: bands, samples: samples)
    }

    @discardableResult
    public static func write(
        to file: URL, background: [UInt8] = [255, 255, 255], dirt: Int = 0
    ) async throws -> String {
        let kind = "\(background) \(dirt) \(file.pathExtension)"
        if try !written.copy(kind, to: file) {
            try await pixels(background: background, dirt: dirt).write(to: file)
            try written.keep(file, as: kind)
        }
        return file.path
    }

    private static let written = MadeFiles<String>()
}
