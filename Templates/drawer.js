/**
 * Draws tiles that do not overlap without seams and without stretching them: OpenSeadragon's drawer
 * of this page.
 *
 * The edge of a tile seldom falls between two pixels of the screen. Some browsers then blend both
 * neighbours with the background, and a faint line is seen. OpenSeadragon's own remedy is to stretch
 * every tile by a pixel, which blurs it. Here every edge is moved to the nearest pixel instead, for
 * both neighbours alike.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 */
const zigguratDrawer = () => class SeamlessDrawer extends OpenSeadragon.CanvasDrawer {
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
        // A quarter turn around the middle of the canvas moves whole pixels to half ones where
        // just one of its sides is odd.
        const half = turned && (this.canvas.width + this.canvas.height) % 2 !== 0 ? 0.5 : 0;
        // An edge in the very middle of a pixel must not go both ways by an error of rounding.
        const align = (/** @type {number} */ edge) =>
            (Math.round(edge * ratio - half - 1e-4) + half) / ratio;
        for (const { tile } of image.getTilesToDraw()) {
            const left = align(tile.position.x);
            const top = align(tile.position.y);
            // The first tile is never narrower than a pixel: a long, thin picture stays seen.
            const right = Math.max(align(tile.position.x + tile.size.x),
                left + (tile.x === 0 ? 1 / ratio : 0));
            const bottom = Math.max(align(tile.position.y + tile.size.y),
                top + (tile.y === 0 ? 1 / ratio : 0));
            tile.position = new OpenSeadragon.Point(left, top);
            tile.size = new OpenSeadragon.Point(right - left, bottom - top);
        }
    }
};
