/**
 * What the tiles of a picture are called, whoever shows them.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 *
 * @typedef {object} Level One level of the pyramid. The first in the list is the smallest.
 * @property {number} width In pixels of this level.
 * @property {number} height
 * @property {number} columns
 * @property {number} rows
 * @property {number} scaleFactor Pixels of the picture for each pixel of this level.
 * @property {number} [z] What {z} stands for; the level's index where it is missing.
 * @property {number} [firstTile] The number of the level's first tile; 0 where it is missing.
 * @property {number} [shiftX] How far the picture begins inside the first tile, in level pixels.
 * @property {number} [shiftY]
 * @property {number[]} [absent] Tiles that are not there: the number of the first, row by row, and
 *     how many follow each other, again and again.
 * @property {string} [template] A path with placeholders: see tilePath.
 * @property {(string|null)[]} [tiles] A path for each tile, row by row; null where there is none.
 *
 * @typedef {object} Pyramid
 * @property {number} width In pixels of the picture.
 * @property {number} height
 * @property {number} tileWidth
 * @property {number} tileHeight
 * @property {number} overlap
 * @property {string} edge 'pad' where tiles at the picture's edges are as large as all others.
 * @property {boolean} transparent Whether tiles may be transparent.
 * @property {Level[]} levels
 */
const zigguratPaths = (function () {
    'use strict';

    /**
     * Whether a tile was left out because nothing is to be seen on it.
     *
     * @param {Level} level
     * @param {number} column
     * @param {number} row
     */
    function isAbsent(level, column, row) {
        const runs = level.absent ?? [];
        const number = row * level.columns + column;
        // The last run that begins at the number or before it.
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
     * The path of a tile, relative to the page and not yet encoded; null where there is none.
     *
     * The placeholders of a template:
     * {column} {row} {x} {y} {tmsy} {z} {scaleFactor}: the address;
     * {left} {top} {regionWidth} {regionHeight}: what the tile shows, in pixels of the picture;
     * {tileWidth} {tileHeight}: its size without overlap and padding, in pixels of the level;
     * {number} {group}: its number, row by row from firstTile on, and that in groups of 256.
     * {y:04} pads with zeros to four digits. {{ and }} stand for single braces.
     *
     * @param {Pyramid} pyramid
     * @param {number} index Of the level in the list.
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
     * The first level that is worth loading: smaller ones than one of a single tile would only be
     * asked for to be covered at once, unless every level is one tile.
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
     * The address of a path. Each segment is percent-encoded, so that names with spaces, #, ?, %
     * and letters of any script are found. Commas stay as they are: the IIIF layouts are full of
     * them, and caches should see the same address as other viewers use.
     *
     * @param {string} path
     * @returns {string}
     */
    function address(path) {
        return path.split('/').map(encodeURIComponent).join('/').replaceAll('%2C', ',');
    }

    /**
     * Asks for all tiles of a level before they are to be shown.
     *
     * @param {Pyramid} pyramid
     * @param {number} index Of the level.
     * @param {string} [base] The path of the bundle's folder relative to the page, with a slash.
     * @returns {HTMLImageElement[]} Who keeps them has the tiles at hand.
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
