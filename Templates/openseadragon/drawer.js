// needs: head/namespace.js
/**
 * The OpenSeadragon drawer of the page. It draws tiles without overlap, seams or stretching.
 *
 * The edge between two tiles is rarely the edge of a screen pixel. Some browsers then blend both
 * tiles with the background, and a faint line appears. OpenSeadragon avoids the line by stretching
 * every tile by a pixel, which blurs the tile. This drawer moves the edge of both tiles to the
 * nearest pixel.
 */
ziggurat.drawer = () => class SeamlessDrawer extends OpenSeadragon.CanvasDrawer {
    getType() {
        return 'seamless';
    }

    minimumOverlapRequired() {
        return false;
    }

    /** @param {OpenSeadragon.TiledImage[]} images */
    draw(images) {
        for (const image of images) {
            if (image.source.tileOverlap === 0) {
                this.alignTiles(image);
            }
        }
        super.draw(images);
    }

    /** @param {OpenSeadragon.TiledImage} image */
    alignTiles(image) {
        const ratio = OpenSeadragon.pixelDensityRatio;
        const turned = Math.round(this.viewport.getRotation(true)) % 180 !== 0;
        // A rotation by 90 degrees around the centre of the canvas shifts pixels by a half if
        // exactly one side of the canvas is odd.
        const half = turned && (this.canvas.width + this.canvas.height) % 2 !== 0 ? 0.5 : 0;
        // A rounding error must not move the same edge in different directions for its two tiles.
        const align = (/** @type {number} */ edge) =>
            (Math.round(edge * ratio - half - 1e-4) + half) / ratio;
        for (const { tile } of image.getTilesToDraw()) {
            const left = align(tile.position.x);
            const top = align(tile.position.y);
            // The first tile is at least one pixel wide, so that a long, thin image stays visible.
            const right = Math.max(align(tile.position.x + tile.size.x),
                left + (tile.x === 0 ? 1 / ratio : 0));
            const bottom = Math.max(align(tile.position.y + tile.size.y),
                top + (tile.y === 0 ? 1 / ratio : 0));
            tile.position = new OpenSeadragon.Point(left, top);
            tile.size = new OpenSeadragon.Point(right - left, bottom - top);
        }
    }
};
