/**
 * Where the tiles of a picture are: the part of the page that knows OpenSeadragon's tile sources.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 * The types are those of paths.js.
 */
const zigguratTiles = (function () {
    'use strict';

    const { address, firstUseful, tilePath } = zigguratPaths;

    /**
     * Where a tile of a shifted level is, in viewport coordinates: the picture is 1 wide. A tile
     * that is padded reaches out of the picture, whose clip hides that part: OpenSeadragon draws
     * every tile from its own top left.
     *
     * @param {Pyramid} pyramid
     * @param {number} index Of the level in the list.
     * @param {number} column
     * @param {number} row
     * @param {boolean} [isSource] Whether to say what part of the tile's own pixels shows it.
     */
    function shiftedBounds(pyramid, index, column, row, isSource) {
        const level = pyramid.levels[index];
        const scale = level.scaleFactor;
        const [shiftX, shiftY] = [level.shiftX ?? 0, level.shiftY ?? 0];
        const first = pyramid.edge === 'pad' ? -Infinity : 0;
        const left = Math.max(first, column * pyramid.tileWidth - shiftX);
        const top = Math.max(first, row * pyramid.tileHeight - shiftY);
        // The last pixel of a level may be a fraction of one.
        const right = Math.min((column + 1) * pyramid.tileWidth - shiftX, pyramid.width / scale);
        const bottom = Math.min((row + 1) * pyramid.tileHeight - shiftY, pyramid.height / scale);
        if (isSource) {
            return new OpenSeadragon.Rect(0, 0, right - left, bottom - top);
        }
        const unit = scale / pyramid.width;
        return new OpenSeadragon.Rect(
            left * unit, top * unit, (right - left) * unit, (bottom - top) * unit);
    }

    /**
     * Which tile of a shifted level a point lies in.
     *
     * @param {Pyramid} pyramid
     * @param {number} index Of the level in the list.
     * @param {OpenSeadragon.Point} point In viewport coordinates.
     */
    function shiftedTile(pyramid, index, point) {
        const level = pyramid.levels[index];
        const pixels = pyramid.width / level.scaleFactor;
        const place = (
            /** @type {number} */ position, /** @type {number} */ shift,
            /** @type {number} */ side, /** @type {number} */ count
        ) => Math.min(Math.max(Math.floor((position * pixels + shift) / side), 0), count - 1);
        return new OpenSeadragon.Point(
            place(point.x, level.shiftX ?? 0, pyramid.tileWidth, level.columns),
            place(point.y, level.shiftY ?? 0, pyramid.tileHeight, level.rows));
    }

    /**
     * Gets a tile: one that was asked for ahead, or as OpenSeadragon does it.
     *
     * @this {OpenSeadragon.TileSource}
     * @param {OpenSeadragon.ImageJob} job
     */
    function downloadTileStart(job) {
        const image = zigguratAhead.take(job.src);
        if (!image) {
            OpenSeadragon.TileSource.prototype.downloadTileStart.call(this, job);
            return;
        }
        // By this name OpenSeadragon gives it up.
        job.userData.imageRequest = image;
        const end = () => {
            image.onload = image.onerror = null;
            if (image.naturalWidth > 0) {
                job.finish(image, null, 'image');
            } else {
                job.fail('There is no such image.', null);
            }
        };
        if (image.complete) {
            end();
        } else {
            image.onload = image.onerror = end;
        }
    }

    /**
     * An inline tile source for OpenSeadragon. Positions come from level pixels: the last column of
     * a level may be a fraction of a pixel of the picture wide, and the part of a tile beyond the
     * picture, be it rounding or padding, is not drawn.
     *
     * @param {Pyramid} pyramid
     * @param {string} [base] The path of its bundle's folder relative to the page, with a slash.
     */
    function source(pyramid, base = '') {
        const levels = pyramid.levels;
        return {
            width: pyramid.width,
            height: pyramid.height,
            tileWidth: pyramid.tileWidth,
            tileHeight: pyramid.tileHeight,
            tileOverlap: pyramid.overlap,
            minLevel: firstUseful(pyramid),
            maxLevel: levels.length - 1,
            getLevelScale: (/** @type {number} */ index) => 1 / levels[index].scaleFactor,
            getNumTiles: (/** @type {number} */ index) =>
                new OpenSeadragon.Point(levels[index].columns, levels[index].rows),
            tileExists: (
                /** @type {number} */ index, /** @type {number} */ column, /** @type {number} */ row
            ) => {
                const level = levels[index];
                return level !== undefined && column >= 0 && column < level.columns && row >= 0
                    && row < level.rows && tilePath(pyramid, index, column, row) !== null;
            },
            getTileUrl: (
                /** @type {number} */ index, /** @type {number} */ column, /** @type {number} */ row
            ) => address(base + (tilePath(pyramid, index, column, row) ?? '')),
            downloadTileStart,
            hasTransparency: () => pyramid.transparent,
            ...(levels.some((level) => level.shiftX || level.shiftY) ? {
                getTileBounds: (
                    /** @type {number} */ index, /** @type {number} */ column,
                    /** @type {number} */ row, /** @type {boolean} */ isSource
                ) => shiftedBounds(pyramid, index, column, row, isSource),
                getTileAtPoint: (/** @type {number} */ index, /** @type {OpenSeadragon.Point} */ point) =>
                    shiftedTile(pyramid, index, point),
            } : {}),
        };
    }

    /**
     * What of the tiles is the picture, where that is not all of them; in pixels of the picture.
     *
     * @param {Pyramid} pyramid
     */
    function clip(pyramid) {
        const isShifted = pyramid.levels.some((level) => level.shiftX || level.shiftY);
        return isShifted && pyramid.edge === 'pad'
            ? new OpenSeadragon.Rect(0, 0, pyramid.width, pyramid.height) : null;
    }

    return { clip, source };
})();
