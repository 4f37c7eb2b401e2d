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
     * Returns the visible part of the image, with the page of the book beside it, and the level to
     * draw. It is the largest level on which no side of the part exceeds the limit.
     *
     * @param {Page} page
     * @returns {Cut}
     */
    function plan({ lens, config, beside }) {
        const { x, y, width, height } = lens.region();
        const others = beside?.() ?? [];
        const start = Math.min(0, ...others.map((each) => Math.ceil(each.x)));
        const end = Math.max(config.width, ...others.map((each) =>
            Math.floor(each.x + each.scale * each.config.width)));
        const left = Math.max(Math.round(x), start);
        const top = Math.max(Math.round(y), 0);
        const region = {
            x: left, y: top,
            width: Math.max(Math.min(Math.round(x + width), end) - left, 1),
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
     * Returns the part of an image inside a box, at the smallest level with enough pixels; null if
     * the box is outside the image.
     *
     * @param {Config} config
     * @param {Box} box
     * @param {number} scale The pixels of the cut-out for each pixel of the image.
     * @returns {Cut | null}
     */
    function inside(config, { x, y, width, height }, scale) {
        // Rounding may have moved a whole number.
        const range = (
            /** @type {number} */ start, /** @type {number} */ length, /** @type {number} */ end
        ) => [Math.max(Math.floor(start + 1e-6), 0), Math.min(Math.ceil(start + length - 1e-6), end)];
        const [left, right] = range(x, width, config.width);
        const [top, bottom] = range(y, height, config.height);
        if (right <= left || bottom <= top) {
            return null;
        }
        const level = config.levels.findIndex(({ scaleFactor }) => scale * scaleFactor < 1.01);
        return part(config, { x: left, y: top, width: right - left, height: bottom - top },
            level < 0 ? config.levels.length - 1 : level);
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
     * Draws a cut-out rotated and flipped, as the screen shows it, with the page of the book beside
     * the image.
     *
     * @param {Page} page
     * @param {Cut} cut
     * @param {string} background A CSS colour; empty for transparency.
     * @param {(done: number, count: number) => void} progress
     */
    async function draw({ lens, config, base, beside }, cut, background, progress) {
        const flat = document.createElement('canvas');
        [flat.width, flat.height] = [cut.width, cut.height];
        const pen = /** @type {CanvasRenderingContext2D} */ (flat.getContext('2d'));
        if (background) {
            pen.fillStyle = background;
            pen.fillRect(0, 0, cut.width, cut.height);
        }
        const { region } = cut;
        const unit = config.levels[cut.level].scaleFactor;
        for (const each of [...beside?.() ?? [], { config, base, x: 0, scale: 1 }]) {
            const { x, scale } = each;
            const box = {
                x: (region.x - x) / scale, y: region.y / scale,
                width: region.width / scale, height: region.height / scale,
            };
            const own = inside(each.config, box, scale / unit);
            if (own) {
                const image = await assemble(each.config, each.base, own, progress);
                const across = (/** @type {number} */ place) =>
                    Math.round((place * scale + x) / unit) - Math.round(region.x / unit);
                const down = (/** @type {number} */ place) =>
                    Math.round(place * scale / unit) - Math.round(region.y / unit);
                const [left, top] = [across(own.region.x), down(own.region.y)];
                pen.imageSmoothingQuality = 'high';
                pen.drawImage(image, left, top, across(own.region.x + own.region.width) - left,
                    down(own.region.y + own.region.height) - top);
            }
        }
        return turned(flat, lens);
    }

    /**
     * Joins the tiles of a cut-out.
     *
     * @param {Config} config
     * @param {string} base
     * @param {Cut} cut
     * @param {(done: number, count: number) => void} progress
     */
    async function assemble(config, base, cut, progress) {
        const { tileWidth, tileHeight, overlap } = config;
        const level = config.levels[cut.level];
        const [shiftX, shiftY] = [level.shiftX ?? 0, level.shiftY ?? 0];
        const left = Math.round(cut.region.x / level.scaleFactor) + shiftX;
        const top = Math.round(cut.region.y / level.scaleFactor) + shiftY;
        const flat = document.createElement('canvas');
        [flat.width, flat.height] = [cut.width, cut.height];
        const pen = /** @type {CanvasRenderingContext2D} */ (flat.getContext('2d'));
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
        return flat;
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

    return { draw, file, inside, plan, size, stamp };
})();
