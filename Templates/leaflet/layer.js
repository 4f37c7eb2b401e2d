// needs: tiles/paths.js, leaflet/layer-grid.js, archive/archive.js?
/**
 * The tiles of an image, from files or from an archive, without seams between them.
 */
ziggurat.TileLayer = class TileLayer extends ziggurat.ImageGrid {
    /**
     * @param {Config} config
     * @param {string} base The path of the image's bundle relative to the page.
     */
    constructor(config, base) {
        super(config);
        this.base = base;
        /** The screen pixels per level pixel, by zoom. @type {Map<number, number>} */
        this.scales = new Map();
        /**
         * The requests for tiles from an archive.
         * @type {WeakMap<HTMLElement,
         *     { coords: L.Coords, controller: AbortController, address: string }>}
         */
        this.loads = new WeakMap();
    }

    /**
     * Creates a tile with the size of its visible part. Leaflet's own layer stretches cropped edge
     * tiles and shows the padding of padded tiles.
     *
     * @param {L.Coords} coords
     * @param {(error: Error | null, tile: HTMLElement) => void} done
     */
    createTile(coords, done) {
        const { config } = this;
        const tile = document.createElement('div');
        const path = ziggurat.paths.tilePath(
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
            position: 'absolute',
            left: `${across.start}px`,
            top: `${down.start}px`,
            width: `${across.length}px`,
            height: `${down.length}px`,
            // The padding of a tile can be at any side of its visible part.
            objectPosition: config.edge === 'pad'
                ? `${-across.start}px ${-down.start}px` : '0 0',
            objectFit: 'none',
            transformOrigin: '0 0',
            userSelect: 'none',
        });
        if (config.transparent) {
            // While the zoom changes, two transparent tiles that share a screen pixel add up to a
            // nearly opaque pixel.
            tile.style.mixBlendMode = 'plus-lighter';
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
            image.src = ziggurat.paths.address(this.base + path);
        }
        return tile;
    }

    /**
     * Loads a tile from the archive. The tile's object URL stays valid until the tile is removed,
     * because the copy below the tile uses it, too.
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
            const blob = await ziggurat.archive?.tile(
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
     * Puts a slightly larger copy below a tile. The copy fills the seams that appear if tile edges
     * are between screen pixels. The tiles to the right and below cover the rest of the copy.
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
     * Moves the edges of a transparent tile to whole screen pixels, so that tiles neither overlap
     * nor leave gaps.
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
        // A 2D transform, so that the browser draws all tiles into one layer.
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

    /**
     * Sets the growth of the copies, in tile pixels, to one and a half screen pixels. Moves
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

    // If the view is set without animation, Leaflet would remove all tiles although they are valid.
    _invalidateAll() {}
};
