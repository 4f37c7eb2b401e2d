internal import ZigguratKit

/// How far the export of one image has come.
struct ExportProgressState: ProgressState {
    let fraction: Double
    private let tilesDone: Int
    private let tileCount: Int
    /// Megapixels of the source a second.
    private let speed: Double
    private let secondsLeft: Double?

    init(_ progress: ExportProgress, of imageSize: PixelSize, elapsed: Double) {
        fraction = progress.fraction
        tilesDone = progress.tilesDone
        tileCount = progress.tileCount
        let megapixels = Double(imageSize.width * progress.rowsRead) / 1_000_000
        speed = megapixels / max(elapsed, 0.001)
        secondsLeft = fraction > 0.01 ? elapsed * (1 - fraction) / fraction : nil
    }

    var text: String {
        let left = secondsLeft.map { ", \(Amount.duration($0)) left" } ?? ""
        return "\(Amount.count(tilesDone)) of \(Amount.count(tileCount)) tiles, "
            + "\(Amount.short(speed)) MP/s\(left)"
    }

    func event(_ title: String) -> Event {
        Event(
            name: title, tilesDone: tilesDone, tileCount: tileCount, megapixelsPerSecond: speed,
            secondsLeft: secondsLeft)
    }

    struct Event: Encodable {
        let event = "progress"
        let name: String
        let tilesDone: Int
        let tileCount: Int
        let megapixelsPerSecond: Double
        let secondsLeft: Double?
    }
}
