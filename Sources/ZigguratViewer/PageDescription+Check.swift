internal import ZigguratSystem

extension PageDescription {
    /// Throws a ``ViewerError`` for what no page could show.
    func check() throws {
        guard width > 0, height > 0, tileWidth > 0, tileHeight > 0, overlap >= 0 else {
            throw fault(
                "the picture is \(width) × \(height) pixels, its tiles \(tileWidth) × \(tileHeight)"
                    + " with an overlap of \(overlap); sizes have to be positive")
        }
        guard !levels.isEmpty else {
            throw fault("no level was written, so that there is nothing to show")
        }
        for (index, level) in levels.enumerated() {
            try check(level, index)
        }
        for link in links where !WebAddress.isRelative(link.address) {
            guard WebAddress(link.address) != nil else {
                throw fault(
                    "the link “\(link.title)” leads to \(link.address); only files beside the page"
                        + " and http or https addresses can be linked to")
            }
        }
    }

    private func check(_ level: Level, _ index: Int) throws {
        let scale = level.scaleFactor
        let across = level.columns
        let down = level.rows
        let isReduced =
            scale > 0
            && (level.width == ceiling(width, scale) && level.height == ceiling(height, scale)
                || level.width == width / scale && level.height == height / scale)
        guard isReduced, (0..<tileWidth).contains(level.shiftX ?? 0),
            (0..<tileHeight).contains(level.shiftY ?? 0),
            across == ceiling(level.width + (level.shiftX ?? 0), tileWidth),
            down == ceiling(level.height + (level.shiftY ?? 0), tileHeight)
        else {
            throw fault(
                "level \(index) is \(level.width) × \(level.height) pixels in \(across) × \(down)"
                    + " tiles, which is not the picture reduced \(scale) times")
        }
        guard index == 0 || scale < levels[index - 1].scaleFactor else {
            throw fault("level \(index) is not larger than the one before it")
        }
        if let tiles = level.tiles {
            guard tiles.count == across * down else {
                throw fault(
                    "level \(index) has \(across * down) tiles but \(tiles.count) paths for them")
            }
        } else if level.template == nil {
            throw fault("level \(index) has no paths for its tiles")
        }
    }

    private func ceiling(_ size: Int, _ divisor: Int) -> Int {
        size / divisor + (size % divisor == 0 ? 0 : 1)
    }

    private func fault(_ what: String) -> ViewerError {
        ViewerError("the page of “\(name)” cannot be written: \(what)")
    }
}
