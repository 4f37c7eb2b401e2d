// needs: tiles/paths.js, openseadragon/ahead.js, archive/archive.js?
/**
 * Tile sources for OpenSeadragon. tiles/paths.js defines the types.
 */
ziggurat.tiles = (function () {
    'use strict';

    const { address, firstUseful, tilePath } = ziggurat.paths;

    /**
     * Returns the bounds of a shifted level's tile in viewport coordinates, where the image is 1
     * wide. OpenSeadragon draws every tile from its top left, so the padding is outside the image,
     * where the clip hides it.
     *
     * @param {Pyramid} pyramid
     * @param {number} index The index of the level in `levels`.
     * @param {number} column
     * @param {number} row
     * @param {boolean} [isSource] Whether to return the visible part in the tile's own pixels.
     */
    function shiftedBounds(pyramid, index, column, row, isSource) {
        const level = pyramid.levels[index];
        const scale = level.scaleFactor;
        const [shiftX, shiftY] = [level.shiftX ?? 0, level.shiftY ?? 0];
        const first = pyramid.edge === 'pad' ? -Infinity : 0;
        const left = Math.max(first, column * pyramid.tileWidth - shiftX);
        const top = Math.max(first, row * pyramid.tileHeight - shiftY);
        // The last pixel of a level may be a fraction.
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
     * Returns the tile at a point of a shifted level.
     *
     * @param {Pyramid} pyramid
     * @param {number} index The index of the level in `levels`.
     * @param {OpenSeadragon.Point} point The point in viewport coordinates.
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
     * Loads a tile, or takes it from the tiles that were requested ahead.
     *
     * @this {OpenSeadragon.TileSource}
     * @param {OpenSeadragon.ImageJob} job
     */
    function downloadTileStart(job) {
        const image = ziggurat.ahead.take(job.src);
        if (!image) {
            OpenSeadragon.TileSource.prototype.downloadTileStart.call(this, job);
            return;
        }
        // OpenSeadragon cancels the request through the property `imageRequest`.
        job.userData.imageRequest = image;
        const end = () => {
            image.onload = image.onerror = null;
            if (image.naturalWidth > 0) {
                job.finish(image, null, 'image');
            } else {
                job.fail('image not found', null);
            }
        };
        if (image.complete) {
            end();
        } else {
            image.onload = image.onerror = end;
        }
    }

    /**
     * Returns an inline tile source. Positions are calculated from level pixels, because the last
     * column of a level may be a fraction of an image pixel. Parts of tiles outside the image are
     * not drawn.
     *
     * @param {Pyramid} pyramid
     * @param {string} [base] The path of the bundle relative to the page, with a slash.
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
            // OpenSeadragon's default is the largest level with one tile, which may be the whole
            // image in full size.
            getClosestLevel: () => firstUseful(pyramid),
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
            ...(pyramid.archive ? ziggurat.archive?.downloads(pyramid, base)
                : { downloadTileStart }),
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
     * Returns the clip of shifted, padded tiles, in image pixels; null if no clip is needed.
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
