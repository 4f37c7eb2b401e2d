internal import ZigguratSystem

/// A piece of a row that is being painted: at most `capacity` pixels.
struct SampleStrip {
    static let capacity = 256
    let pixels: UnsafeMutablePointer<SampleColour>
    let columns: Range<Int>

    @inline(__always)
    subscript(_ column: Int) -> SampleColour {
        get { pixels[column - columns.lowerBound] }
        nonmutating set { pixels[column - columns.lowerBound] = newValue }
    }

    func clamped(_ row: SampleRow, _ left: Float, _ right: Float) -> Range<Int> {
        let low = max(row.column(left), columns.lowerBound)
        let high = min(row.column(right), columns.upperBound)
        return low < high ? low..<high : columns.lowerBound..<columns.lowerBound
    }
}
