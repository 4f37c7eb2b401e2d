// needs: head/namespace.js
/**
 * The paths of tiles, for both viewers.
 *
 * @typedef {object} Level A level of the pyramid. The first level in a list is the smallest.
 * @property {number} width The width in level pixels.
 * @property {number} height
 * @property {number} columns
 * @property {number} rows
 * @property {number} scaleFactor The image pixels per level pixel.
 * @property {number} [z] The value of {z}; the index of the level if missing.
 * @property {number} [firstTile] The number of the level's first tile; 0 if missing.
 * @property {number} [shiftX] The position of the image in the first tile, in level pixels.
 * @property {number} [shiftY]
 * @property {number[]} [absent] Runs of missing tiles, row by row: for each run, the number of its
 *     first tile and its length.
 * @property {string} [template] A path with placeholders: see tilePath.
 * @property {(string|null)[]} [tiles] A path for each tile, row by row; null if missing.
 *
 * @typedef {object} Pyramid
 * @property {number} width The width in image pixels.
 * @property {number} height
 * @property {number} tileWidth
 * @property {number} tileHeight
 * @property {number} overlap
 * @property {string} edge 'pad' if tiles at the edges of the image have the full tile size.
 * @property {boolean} transparent Whether tiles may be transparent.
 * @property {Level[]} levels
 * @property {Alternative} [alternative] The image's tiles in another format; see formats.js.
 * @property {Pyramid} [usual] The pyramid with tiles in the usual format, if this pyramid has
 *     others.
 * @property {Archive} [archive] The file that contains the tiles; see archive.js.
 */
ziggurat.paths = (function () {
    'use strict';

    /**
     * Returns whether a tile is missing because it contains only background.
     *
     * @param {Level} level
     * @param {number} column
     * @param {number} row
     */
    function isAbsent(level, column, row) {
        const runs = level.absent ?? [];
        const number = row * level.columns + column;
        // Finds the last run that begins at or before the number.
        let [low, high] = [0, runs.length / 2];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (runs[2 * middle] <= number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low > 0 && number < runs[2 * low - 2] + runs[2 * low - 1];
    }

    /**
     * Returns the path of a tile, relative to the page and not percent-encoded; null if missing.
     *
     * The placeholders of a template:
     * {column} {row} {x} {y} {tmsy} {z} {scaleFactor}: the tile's address;
     * {left} {top} {regionWidth} {regionHeight}: the tile's region, in image pixels;
     * {tileWidth} {tileHeight}: the tile's size without overlap and padding, in level pixels;
     * {number} {group}: the tile's number, counted from firstTile, and that number divided by 256.
     * {y:04} pads with zeros to four digits. {{ and }} stand for single braces.
     *
     * @param {Pyramid} pyramid
     * @param {number} index The index of the level in `levels`.
     * @param {number} column
     * @param {number} row
     * @returns {string|null}
     */
    function tilePath(pyramid, index, column, row) {
        const level = pyramid.levels[index];
        if (isAbsent(level, column, row)) {
            return null;
        }
        if (level.tiles) {
            return level.tiles[row * level.columns + column] ?? null;
        }
        const scale = level.scaleFactor;
        const left = column * pyramid.tileWidth * scale;
        const top = row * pyramid.tileHeight * scale;
        const number = (level.firstTile ?? 0) + row * level.columns + column;
        /** @type {Record<string, number>} */
        const values = {
            column, row,
            x: column,
            y: row,
            tmsy: level.rows - 1 - row,
            z: level.z ?? index,
            scaleFactor: scale,
            number,
            group: Math.floor(number / 256),
            left, top,
            regionWidth: Math.min(pyramid.tileWidth * scale, pyramid.width - left),
            regionHeight: Math.min(pyramid.tileHeight * scale, pyramid.height - top),
            tileWidth: Math.min(pyramid.tileWidth, level.width - column * pyramid.tileWidth),
            tileHeight: Math.min(pyramid.tileHeight, level.height - row * pyramid.tileHeight),
        };
        return (level.template ?? '').replace(
            /\{\{|\}\}|\{(\w+)(?::0(\d+))?\}/g,
            (match, name, digits) => {
                if (!name) {
                    return match[0];
                }
                return String(values[name] ?? match).padStart(Number(digits ?? 0), '0');
            });
    }

    /**
     * Returns the index of the first level to load: the largest level with one tile, because it
     * shows as much as all smaller levels. If every level is one tile, it is the smallest level.
     *
     * @param {Pyramid} pyramid
     */
    function firstUseful(pyramid) {
        const isWhole = pyramid.tileWidth === pyramid.width
            && pyramid.tileHeight === pyramid.height;
        return isWhole ? 0 : Math.max(0, pyramid.levels.findLastIndex(
            (level) => level.columns * level.rows === 1));
    }

    /**
     * Percent-encodes the segments of a path. Commas are kept, because other viewers keep commas in
     * IIIF addresses. So all viewers share the cached files.
     *
     * @param {string} path
     * @returns {string}
     */
    function address(path) {
        return path.split('/').map(encodeURIComponent).join('/').replaceAll('%2C', ',');
    }

    /**
     * Loads all tiles of a level ahead.
     *
     * @param {Pyramid} pyramid
     * @param {number} index The index of the level.
     * @param {string} [base] The path of the bundle relative to the page, with a slash.
     * @returns {HTMLImageElement[]} The images. The tiles stay in memory while the caller keeps the
     *     images.
     */
    function fetchLevel(pyramid, index, base = '') {
        const { columns, rows } = pyramid.levels[index];
        const images = [];
        for (let place = 0; place < columns * rows; place += 1) {
            const path = tilePath(pyramid, index, place % columns, Math.floor(place / columns));
            if (path !== null) {
                const image = new Image();
                image.src = address(base + path);
                images.push(image);
            }
        }
        return images;
    }

    return { address, fetchLevel, firstUseful, tilePath };
})();
