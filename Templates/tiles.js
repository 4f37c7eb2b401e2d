/**
 * Where the tiles of a picture are and how they are drawn: the part of the page that knows
 * OpenSeadragon's tile sources and drawers.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 * The types are those of paths.js.
 */
(function () {
    'use strict';

    const { address, tilePath } = window.zigguratPaths;

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
     * @param {any} point In viewport coordinates.
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
     * An inline tile source for OpenSeadragon. Positions come from level pixels: the last column of
     * a level may be a fraction of a pixel of the picture wide, and the part of a tile beyond the
     * picture, be it rounding or padding, is not drawn.
     *
     * @param {Pyramid} pyramid
     * @param {string} [base] The path of its bundle's folder relative to the page, with a slash.
     */
    function source(pyramid, base = '') {
        const levels = pyramid.levels;
        // Levels smaller than one tile would only be asked for to be covered at once, unless every
        // level is one tile.
        const isWhole = pyramid.tileWidth === pyramid.width
            && pyramid.tileHeight === pyramid.height;
        const firstUseful = isWhole ? 0
            : levels.findLastIndex((level) => level.columns * level.rows === 1);
        return {
            width: pyramid.width,
            height: pyramid.height,
            tileWidth: pyramid.tileWidth,
            tileHeight: pyramid.tileHeight,
            tileOverlap: pyramid.overlap,
            minLevel: Math.max(firstUseful, 0),
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
            hasTransparency: () => pyramid.transparent,
            ...(levels.some((level) => level.shiftX || level.shiftY) ? {
                getTileBounds: (
                    /** @type {number} */ index, /** @type {number} */ column,
                    /** @type {number} */ row, /** @type {boolean} */ isSource
                ) => shiftedBounds(pyramid, index, column, row, isSource),
                getTileAtPoint: (/** @type {number} */ index, /** @type {any} */ point) =>
                    shiftedTile(pyramid, index, point),
            } : {}),
        };
    }

    /** How many pixels of the screen a pixel of a level takes at least; see also ziggurat.js. */
    const minPixelRatio = 0.8;

    /**
     * Asks for the tiles that show the whole picture in a window before OpenSeadragon does, which
     * has to get ready first. It is given the same images then; no tile is asked for twice.
     *
     * @param {Pyramid} pyramid
     * @param {number} width Of the window, in CSS pixels.
     * @param {number} height
     * @returns {HTMLImageElement[]} To be kept until the tiles are drawn.
     */
    function fetchWhole(pyramid, width, height) {
        const { minLevel, maxLevel, getNumTiles, getTileUrl, tileExists } = source(pyramid);
        const size = Math.min(width / pyramid.width, height / pyramid.height)
            * OpenSeadragon.pixelDensityRatio;
        let level = maxLevel;
        // As in skipCoarse.
        while (level > minLevel && size * pyramid.levels[level].scaleFactor < minPixelRatio) {
            level -= 1;
        }
        const images = [];
        const { x: columns, y: rows } = getNumTiles(level);
        for (let row = 0; row < rows; row += 1) {
            for (let column = 0; column < columns; column += 1) {
                if (tileExists(level, column, row)) {
                    const image = new Image();
                    image.src = getTileUrl(level, column, row);
                    images.push(image);
                }
            }
        }
        return images;
    }

    /**
     * Keeps a picture from asking for levels that are coarser than the one that its view needs:
     * the placeholder shows as much until that is there.
     *
     * @param {any} image OpenSeadragon's.
     * @returns {() => void} What allows them again.
     */
    function skipCoarse(image) {
        const { viewport } = image.viewer;
        const source = image.source;
        let level = source.maxLevel;
        while (level > source.minLevel && viewport.deltaPixelsFromPointsNoRotate(
            source.getPixelRatio(level)).x < image.minPixelRatio) {
            level -= 1;
        }
        // The navigator has the same source; its view is smaller.
        image.source = Object.create(source, {
            minLevel: { value: level, configurable: true, enumerable: true },
        });
        return () => {
            image.source = source;
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

    /**
     * Draws tiles that do not overlap without seams and without stretching them.
     *
     * The edge of a tile seldom falls between two pixels of the screen. Some browsers then blend
     * both neighbours with the background, and a faint line is seen. OpenSeadragon's own remedy is
     * to stretch every tile by a pixel, which blurs it. Here every edge is moved to the nearest
     * pixel instead, for both neighbours alike.
     */
    class SeamlessDrawer extends OpenSeadragon.CanvasDrawer {
        getType() {
            return 'seamless';
        }

        minimumOverlapRequired() {
            return false;
        }

        /** @param {any[]} images */
        draw(images) {
            for (const image of images) {
                if (image.source.tileOverlap === 0) {
                    this.alignTiles(image);
                }
            }
            super.draw(images);
        }

        /** @param {any} image */
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
    }
    // OpenSeadragon looks a drawer up by its type among its own members, for the navigator too.
    OpenSeadragon.SeamlessDrawer = SeamlessDrawer;

    window.zigguratTiles = { address, clip, fetchWhole, minPixelRatio, skipCoarse, source, tilePath };
})();
