/**
 * The tiles of an image as a Leaflet grid. A unit of the map is a pixel of the image, and zoom 0 its
 * actual size; y points up, so that the image lies between 0 and minus its height.
 */
class TileLayer extends L.GridLayer {
    /**
     * @param {Config} config
     * @param {string} base The path of its bundle relative to the page.
     */
    constructor(config, base) {
        super({
            tileSize: L.point(config.tileWidth, config.tileHeight),
            noWrap: true,
            minZoom: -Infinity,
            keepBuffer: 1,
            className: 'tiles',
        });
        this.config = config;
        this.base = base;
        this.zooms = config.levels.map((level) => -Math.log2(level.scaleFactor));
        this.firstUseful = zigguratPaths.firstUseful(config);
        /** @type {number | undefined} */
        this.shownZoom = undefined;
        /** How many times a level may be enlarged. */
        this.mostEnlarged = 1.25;
        /** The screen pixels for each pixel of a level, by zoom. @type {Map<number, number>} */
        this.scales = new Map();
        /**
         * The requests for tiles from an archive.
         * @type {WeakMap<HTMLElement,
         *     { coords: L.Coords, controller: AbortController, address: string }>}
         */
        this.loads = new WeakMap();
    }

    /** @param {number} zoom */
    level(zoom) {
        return this.config.levels[this.zooms.indexOf(zoom)];
    }

    /**
     * Returns the position of the image inside the first tile of a level, in level pixels.
     * @param {number} zoom
     */
    shift(zoom) {
        const { shiftX, shiftY } = this.level(zoom);
        return L.point(shiftX ?? 0, shiftY ?? 0);
    }

    /**
     * Returns the part of a tile that the image covers, along one axis and in level pixels. The last
     * pixel of a level may be a fraction.
     *
     * @param {number} number The column or row.
     * @param {number} side The size of a tile.
     * @param {number} shift
     * @param {number} length The size of the image.
     */
    part(number, side, shift, length) {
        const first = number * side - shift;
        const start = Math.max(-first, 0);
        return { start, length: Math.min(side, length - first) - start };
    }

    /** @param {L.Coords} coords */
    parts({ x, y, z }) {
        const { config } = this;
        const scale = this.level(z).scaleFactor;
        const shift = this.shift(z);
        return {
            across: this.part(x, config.tileWidth, shift.x, config.width / scale),
            down: this.part(y, config.tileHeight, shift.y, config.height / scale),
        };
    }

    /**
     * Creates a tile of the size that the image covers. Leaflet's own layer stretches cropped edge
     * tiles, and shows the padding of others.
     *
     * @param {L.Coords} coords
     * @param {(error: Error | null, tile: HTMLElement) => void} done
     */
    createTile(coords, done) {
        const { config } = this;
        const tile = document.createElement('div');
        const path = zigguratPaths.tilePath(
            config, this.zooms.indexOf(coords.z), coords.x, coords.y);
        if (path === null) {
            window.setTimeout(() => done(null, tile));
            return tile;
        }
        const image = document.createElement('img');
        image.alt = '';
        image.draggable = false;
        const { across, down } = this.parts(coords);
        Object.assign(image.style, {
            left: `${across.start}px`,
            top: `${down.start}px`,
            width: `${across.length}px`,
            height: `${down.length}px`,
            // A padded tile is larger than its visible part, on any side.
            objectPosition: config.edge === 'pad'
                ? `${-across.start}px ${-down.start}px` : '0 0',
        });
        if (config.transparent) {
            tile.classList.add('clear');
        } else {
            this.lay(coords, tile, image);
        }
        image.onload = () => done(null, tile);
        image.onerror = () => done(new Error(image.src), tile);
        tile.append(image);
        if (config.archive) {
            this.loads.set(tile, { coords, controller: new AbortController(), address: '' });
            this.load(tile, image);
        } else {
            image.src = zigguratPaths.address(this.base + path);
        }
        return tile;
    }

    /**
     * Loads a tile from the archive. Its address is valid until the tile is removed, because the
     * copy below it has the same address.
     *
     * @param {HTMLElement} tile
     * @param {HTMLImageElement} image
     */
    async load(tile, image) {
        const load = this.loads.get(tile);
        if (!load) {
            return;
        }
        const { coords: { x, y, z }, controller } = load;
        try {
            const blob = await zigguratArchive.tile(
                this.config, this.base, this.zooms.indexOf(z), x, y, controller);
            if (!controller.signal.aborted) {
                URL.revokeObjectURL(load.address);
                load.address = URL.createObjectURL(blob ?? new Blob());
                image.src = load.address;
            }
        } catch {
            if (!controller.signal.aborted) {
                image.dispatchEvent(new Event('error'));
            }
        }
    }

    /**
     * Aborts the request for a removed tile of an archive.
     * @param {HTMLElement} tile
     */
    release(tile) {
        const load = this.loads.get(tile);
        if (load) {
            load.controller.abort();
            URL.revokeObjectURL(load.address);
        }
    }

    /**
     * Requests a lost tile again.
     * @param {HTMLElement} tile
     */
    request(tile) {
        const image = tile.querySelector('img');
        if (image && this.loads.has(tile)) {
            this.load(tile, image);
        } else if (image) {
            image.src = image.getAttribute('src') ?? '';
        }
    }

    /**
     * Puts a slightly larger copy below a tile. It fills the seams that appear if the edges of tiles
     * are between screen pixels; the tiles to the right and below cover the rest of it.
     *
     * @param {L.Coords} coords
     * @param {HTMLElement} tile
     * @param {HTMLImageElement} image
     */
    lay(coords, tile, image) {
        const { columns, rows } = this.level(coords.z);
        const { across, down } = this.parts(coords);
        /** @param {boolean} hasNeighbour @param {number} length */
        const grown = (hasNeighbour, length) =>
            hasNeighbour ? `calc(1 + var(--growth) / ${length})` : '1';
        tile.style.zIndex = String(coords.y * columns + coords.x);
        image.addEventListener('load', () => {
            const below = /** @type {HTMLImageElement} */ (image.cloneNode());
            below.style.transform = `scale(${grown(coords.x + 1 < columns, across.length)}, `
                + `${grown(coords.y + 1 < rows, down.length)})`;
            tile.prepend(below);
        });
    }

    /**
     * Moves the edges of a transparent tile to whole screen pixels, where tiles leave no gap and do not
     * overlap.
     *
     * @param {L.Coords} coords
     * @param {HTMLElement} tile
     */
    snap(coords, tile) {
        const scale = this.scales.get(coords.z);
        const image = tile.querySelector('img');
        if (!this.config.transparent || !scale || !image) {
            return;
        }
        const { x, y } = this._getTilePos(coords);
        const { across, down } = this.parts(coords);
        /** @param {number} start @param {number} length */
        const snapped = (start, length) => {
            const [first, last] = [start, start + length].map(
                (edge) => Math.round(edge * scale) / scale);
            return { first, stretch: (last - first) / length };
        };
        const [h, v] = [
            snapped(x + across.start, across.length), snapped(y + down.start, down.length)];
        // Without the third dimension, so that the tiles are drawn into one layer.
        tile.style.transform = `translate(${h.first - across.start}px, ${v.first - down.start}px)`;
        image.style.transform = `scale(${h.stretch}, ${v.stretch})`;
    }

    /** @param {L.Coords} coords @param {Node} container */
    _addTile(coords, container) {
        super._addTile(coords, container);
        const tile = this._tiles[this._tileCoordsToKey(coords)];
        if (tile) {
            this.snap(coords, tile.el);
        }
    }

    /** Returns the visible tiles with their position in the image. */
    drawn() {
        return Object.values(this._tiles).filter((tile) => tile.current).map(({ coords }) => {
            const { scaleFactor } = this.level(coords.z);
            const { across, down } = this.parts(coords);
            const shift = this.shift(coords.z);
            return {
                level: this.zooms.indexOf(coords.z), column: coords.x, row: coords.y,
                x: (coords.x * this.config.tileWidth - shift.x + across.start) * scaleFactor,
                y: (coords.y * this.config.tileHeight - shift.y + down.start) * scaleFactor,
                width: across.length * scaleFactor, height: down.length * scaleFactor,
            };
        });
    }

    // In some layouts, a level begins inside its first tile.

    /** @param {L.Coords} coords */
    _getTilePos(coords) {
        return super._getTilePos(coords).subtract(this.shift(coords.z));
    }

    /** @param {L.Bounds} area */
    _pxBoundsToTileRange(area) {
        const shift = this.shift(this._tileZoom);
        return super._pxBoundsToTileRange(L.bounds(area.min.add(shift), area.max.add(shift)));
    }

    /** @param {L.Coords} coords */
    _isValidTile(coords) {
        const { columns, rows } = this.level(coords.z);
        return coords.x >= 0 && coords.y >= 0 && coords.x < columns && coords.y < rows;
    }

    /**
     * Sets the growth of the copies to one and a half screen pixels, in pixels of the tile, and moves
     * transparent tiles.
     *
     * @param {{ el: HTMLElement, zoom: number }} level @param {L.LatLng} center @param {number} zoom
     */
    _setZoomTransform(level, center, zoom) {
        super._setZoomTransform(level, center, zoom);
        const { tileWidth, tileHeight } = this.config;
        const scale = this._map.getZoomScale(zoom, level.zoom) * window.devicePixelRatio;
        const isWhole = [tileWidth, tileHeight].every((side) => Number.isInteger(side * scale));
        level.el.style.setProperty('--growth', isWhole ? '0' : String(1.5 / scale));
        if (this.scales.get(level.zoom) !== scale) {
            this.scales.set(level.zoom, scale);
            for (const { coords, el } of Object.values(this._tiles)) {
                if (coords.z === level.zoom) {
                    this.snap(coords, el);
                }
            }
        }
    }

    // Leaflet uses the level nearest to the zoom. This layer uses one with about a pixel for each
    // pixel of the screen, also on dense screens.

    /** @param {number} zoom */
    nearest(zoom) {
        const wanted = zoom + Math.log2(window.devicePixelRatio / this.mostEnlarged);
        return Math.min(Math.max(Math.ceil(wanted), this.zooms[this.firstUseful]),
            this.zooms[this.zooms.length - 1]);
    }

    /**
     * Uses larger levels after the first view, which may be slightly enlarged. On dense screens this
     * would load many tiles without a visible difference.
     */
    sharpen() {
        if (window.devicePixelRatio < 1.5) {
            this.mostEnlarged = 1.1;
        }
    }

    /** @param {L.LatLng} center @param {number} zoom @param {boolean[]} rest */
    _setView(center, zoom, ...rest) {
        this.shownZoom = zoom;
        super._setView(center, zoom, ...rest);
    }

    /** @param {number} zoom */
    _clampZoom(zoom) {
        return this.nearest(this.shownZoom ?? zoom);
    }

    // Leaflet removes all tiles when the view is set without animation, although they are valid.
    _invalidateAll() {}
}
