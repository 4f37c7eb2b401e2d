internal import CImageFormats
package import ZigguratCore
package import ZigguratSystem

/// The positions at which a JPEG can be cut into tiles without decoding.
///
/// A JPEG consists of blocks of 8 × 8 coefficients, and one component may have fewer blocks than
/// another. A tile has to begin where blocks of all components begin.
///
/// Source: ITU-T T.81, A.2 (minimum coded units).
package struct CoefficientGrid: Hashable, Sendable {
    /// The distances at which tiles can begin, in pixels of the turned image.
    package let unit: PixelSize
    /// The height of the stored image, in pixels.
    let imageHeight: Int
    /// The size of a stored row's coefficients in bytes; a coefficient has two bytes.
    package let rowBytes: Int
    /// Whether one decoder can read both rows and coefficients.
    package let isReadDirectly: Bool
    /// Whether the decoder always holds all coefficients in memory, as for progressive files.
    package let isInScans: Bool

    /// The size of all coefficients in memory, in bytes.
    package var byteCount: Int { rowBytes * imageHeight }

    /// Returns the size of the coefficients in memory at once, in bytes.
    ///
    /// - Parameter rowCount: the number of full-resolution rows in use.
    package func byteCount(rowsInUse rowCount: Int) -> Int {
        rowBytes * min(imageHeight, rowCount + Int(ZIG_JPEG_FURTHER_MCU_ROWS) * unit.height)
    }

    /// Checks whether tiles of full resolution can be cut.
    ///
    /// - Parameters:
    ///   - window: the part of the image that the tiling's grid covers.
    ///   - layout: the name of the layout, for the error.
    ///   - showsPadding: whether clients show the padding of tiles. Padding cannot have the
    ///     background colour: the mean colours of the blocks at the edges fill it.
    /// - Throws: ``LosslessError``, without a subject.
    package func check(
        _ tiling: Tiling, of window: LevelWindow, layout: String? = nil, showsPadding: Bool = false
    ) throws(ZigguratError) {
        guard let kind = kind(tiling, window, showsPadding) else { return }
        throw ZigguratError(LosslessError(kind, layout: layout))
    }

    private func kind(
        _ tiling: Tiling, _ window: LevelWindow, _ showsPadding: Bool
    ) -> LosslessError.Kind? {
        let (size, shift, tile) = (window.size, window.shift, tiling.tileSize)
        let (width, height) = (size.width + shift.x, size.height + shift.y)
        if width > tile.width || height > tile.height {
            if tiling.overlap != 0 { return .overlap }
            guard width <= tile.width || tile.width.isMultiple(of: unit.width),
                height <= tile.height || tile.height.isMultiple(of: unit.height)
            else { return .tileSize(tile, block: unit) }
            guard width <= tile.width || shift.x.isMultiple(of: unit.width),
                height <= tile.height || shift.y.isMultiple(of: unit.height)
            else { return .gridOrigin(block: unit) }
        }
        let isFilled =
            width.isMultiple(of: tile.width) && height.isMultiple(of: tile.height)
            && shift == .zero
        return tiling.edge == .pad && showsPadding && !isFilled ? .padding(size) : nil
    }
}

/// The reason why tiles of full resolution cannot be cut out of a source without decoding.
package struct LosslessError: ErrorReason {
    package enum Kind: Hashable, Sendable {
        /// The source has another format.
        case notJPEG(format: String)
        case needsColourConversion
        case hasRange
        case isReduced
        /// The tiles overlap.
        case overlap
        /// The tile size is not a multiple of the source's block size.
        case tileSize(PixelSize, block: PixelSize)
        /// The grid of tiles begins inside a block.
        case gridOrigin(block: PixelSize)
        /// Tiles are padded, and the image does not fill them.
        case padding(PixelSize)
        /// The turned image would begin inside a block.
        case orientation(PixelSize, block: PixelSize)
        /// The cropped image would begin inside a block.
        case crop(block: PixelSize)
        /// The layout has no level of full resolution.
        case noFullResolution
    }

    package let kind: Kind
    /// The layout of the tiles; `nil` if the source is the reason.
    package let layout: String?

    package init(_ kind: Kind, layout: String? = nil) {
        self.kind = kind
        self.layout = layout
    }

    package var code: ZigguratError.Code { .invalidOptions }
}

extension LosslessError: CustomStringConvertible {
    package var description: String {
        layout.map { "layout \($0): \(kind)" } ?? "\(kind)"
    }
}

extension LosslessError.Kind: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notJPEG(let format): "lossless tiles need a JPEG source, not \(format)"
        case .needsColourConversion: "lossless tiles cannot be converted to sRGB"
        case .hasRange: "lossless tiles cannot be stretched to a range"
        case .isReduced: "lossless tiles need full resolution, but the image is reduced"
        case .overlap: "lossless tiles cannot overlap"
        case .tileSize(let size, let block):
            "tiles of \(size.text) pixels would cut through the JPEG's blocks of \(block.text)"
        case .gridOrigin(let block):
            "the grid of tiles begins within the JPEG's blocks of \(block.text)"
        case .padding(let size):
            "lossless tiles cannot be padded: \(size.text) pixels do not fill the last tiles"
        case .orientation(let size, let block):
            "the rotated image of \(size.text) pixels begins within the JPEG's blocks of \(block.text)"
        case .crop(let block): "the cropped image begins within the JPEG's blocks of \(block.text)"
        case .noFullResolution: "lossless tiles need a level of full resolution"
        }
    }
}
