// needs: tiles/paths.js, archive/archive.js?
/**
 * Cuts a region out of an image. Draws the region's tiles at the largest level within a limit.
 *
 * @typedef {object} Cut
 * @property {Box} region The region in image pixels, with whole numbers.
 * @property {number} level The index of the level.
 * @property {number} width The width in level pixels, before the rotation.
 * @property {number} height
 */
ziggurat.crop = (function () {
    'use strict';

    /**
     * The longest side of a cut-out, in pixels, because some browsers limit the size of a canvas.
     */
    const longest = 4096;
    /** The number of tiles that load at a time. */
    const most = 8;

    /**
     * Returns the visible part of the image, and the level to draw. It is the largest level on
     * which no side of the part exceeds the limit.
     *
     * @param {Lens} lens
     * @param {Config} config
     * @returns {Cut}
     */
    function plan(lens, config) {
        const { x, y, width, height } = lens.region();
        const left = Math.max(Math.round(x), 0);
        const top = Math.max(Math.round(y), 0);
        const region = {
            x: left, y: top,
            width: Math.max(Math.min(Math.round(x + width), config.width) - left, 1),
            height: Math.max(Math.min(Math.round(y + height), config.height) - top, 1),
        };
        const long = Math.max(region.width, region.height);
        return part(config, region, Math.max(config.levels.findLastIndex(
            ({ scaleFactor }) => long / scaleFactor <= longest), 0));
    }

    /**
     * Returns a region of an image at a level.
     * @param {Config} config
     * @param {Box} region
     * @param {number} level
     * @returns {Cut}
     */
    function part(config, region, level) {
        const { scaleFactor: scale } = config.levels[level];
        const side = (/** @type {number} */ start, /** @type {number} */ length) =>
            Math.max(Math.round((start + length) / scale) - Math.round(start / scale), 1);
        return {
            region, level, width: side(region.x, region.width),
            height: side(region.y, region.height),
        };
    }

    /**
     * Returns the size of a cut-out as the screen shows it.
     * @param {Cut} cut
     * @param {Lens} lens
     */
    const size = ({ width, height }, lens) =>
        (lens.rotation() % 180 === 0 ? { width, height } : { width: height, height: width });

    /** @param {string} source @returns {Promise<HTMLImageElement>} */
    function load(source) {
        return new Promise((resolve, reject) => {
            const image = new Image();
            image.onload = () => resolve(image);
            image.onerror = () => reject(new Error('a tile is missing'));
            image.src = source;
        });
    }

    /**
     * Loads a tile.
     * @param {Config} config
     * @param {string} base
     * @param {number} level
     * @param {number} column
     * @param {number} row
     * @returns {Promise<HTMLImageElement | ImageBitmap | null>} `null` if the tile contains only
     *     background.
     */
    async function tile(config, base, level, column, row) {
        const path = ziggurat.paths.tilePath(config, level, column, row);
        if (path === null) {
            return null;
        }
        if (!config.archive) {
            return load(ziggurat.paths.address(base + path));
        }
        const blob = await ziggurat.archive?.tile(config, base, level, column, row);
        return blob ? createImageBitmap(blob) : null;
    }

    /**
     * Draws a cut-out rotated and flipped, as the screen shows it.
     *
     * @param {Page} page
     * @param {Cut} cut
     * @param {string} background A CSS colour; empty for transparency.
     * @param {(done: number, count: number) => void} progress
     */
    async function draw({ lens, config, base }, cut, background, progress) {
        const { tileWidth, tileHeight, overlap } = config;
        const level = config.levels[cut.level];
        const [shiftX, shiftY] = [level.shiftX ?? 0, level.shiftY ?? 0];
        const left = Math.round(cut.region.x / level.scaleFactor) + shiftX;
        const top = Math.round(cut.region.y / level.scaleFactor) + shiftY;
        const flat = document.createElement('canvas');
        [flat.width, flat.height] = [cut.width, cut.height];
        const pen = /** @type {CanvasRenderingContext2D} */ (flat.getContext('2d'));
        if (background) {
            pen.fillStyle = background;
            pen.fillRect(0, 0, cut.width, cut.height);
        }
        /** @type {[number, number][]} */
        const places = [];
        const lastColumn = Math.min(Math.floor((left + cut.width - 1) / tileWidth), level.columns - 1);
        const lastRow = Math.min(Math.floor((top + cut.height - 1) / tileHeight), level.rows - 1);
        for (let row = Math.floor(top / tileHeight); row <= lastRow; row += 1) {
            for (let column = Math.floor(left / tileWidth); column <= lastColumn; column += 1) {
                places.push([column, row]);
            }
        }
        const count = places.length;
        let done = 0;
        async function work() {
            for (let place = places.shift(); place; place = places.shift()) {
                const [column, row] = place;
                const image = await tile(config, base, cut.level, column, row);
                // Draws the tile without its overlap. Tiles have no overlap at the edges of the
                // image.
                const [x, y] = [column ? overlap : 0, row ? overlap : 0];
                if (image) {
                    const width = Math.min(tileWidth, image.width - x);
                    const height = Math.min(tileHeight, image.height - y);
                    pen.drawImage(image, x, y, width, height,
                        column * tileWidth - left, row * tileHeight - top, width, height);
                }
                done += 1;
                progress(done, count);
            }
        }
        await Promise.all(Array.from({ length: Math.min(most, count) }, work));
        return turned(flat, lens);
    }

    /** @param {HTMLCanvasElement} flat @param {Lens} lens */
    function turned(flat, lens) {
        const { width, height } = flat;
        // The rotation is a multiple of 90 degrees, so each member of the matrix is -1, 0 or 1.
        const [a, b, c, d] = (lens.matrix() ?? [1, 0, 0, 1]).slice(0, 4).map((each, index, all) =>
            Math.round(each / Math.hypot(...all.slice(index & 2, (index & 2) + 2))));
        if (a === 1 && d === 1) {
            return flat;
        }
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = a === 0 ? [height, width] : [width, height];
        const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
        pen.setTransform(a, b, c, d, a + c < 0 ? canvas.width : 0, b + d < 0 ? canvas.height : 0);
        pen.drawImage(flat, 0, 0);
        return canvas;
    }

    /**
     * Draws the publisher's text over a cut-out.
     * @param {HTMLCanvasElement} canvas
     * @param {string} [text]
     */
    function stamp(canvas, text) {
        const pen = canvas.getContext('2d');
        if (!text || !pen) {
            return;
        }
        const { width, height } = canvas;
        pen.font = '100px sans-serif';
        const size = Math.min(60 * width / pen.measureText(text).width, height / 4);
        pen.font = `${size}px sans-serif`;
        [pen.textAlign, pen.textBaseline, pen.lineWidth] = ['center', 'middle', size / 24];
        [pen.fillStyle, pen.strokeStyle] = ['rgb(255 255 255 / 0.4)', 'rgb(0 0 0 / 0.3)'];
        pen.strokeText(text, width / 2, height / 2);
        pen.fillText(text, width / 2, height / 2);
    }

    /**
     * Returns a file with the cut-out. Fails on a page from the disk, because scripts cannot read
     * its images.
     *
     * @param {HTMLCanvasElement} canvas
     * @param {string} type A media type.
     * @returns {Promise<Blob>}
     */
    function file(canvas, type) {
        return new Promise((resolve, reject) => {
            canvas.toBlob((blob) => (
                blob ? resolve(blob) : reject(new Error('out of memory'))), type, 0.92);
        });
    }

    return { draw, file, part, plan, size, stamp };
})();
