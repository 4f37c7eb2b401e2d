/**
 * The tiles of a picture on Leaflet's grid. On the map, a unit is a pixel of the picture and zoom 0
 * its actual size; y counts upwards, so that the picture lies between 0 and minus its height.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
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
    }

    /** @param {number} zoom */
    level(zoom) {
        return this.config.levels[this.zooms.indexOf(zoom)];
    }

    /**
     * How far the picture begins inside the first tile of a level, in the level's pixels.
     * @param {number} zoom
     */
    shift(zoom) {
        const { shiftX, shiftY } = this.level(zoom);
        return L.point(shiftX ?? 0, shiftY ?? 0);
    }

    /**
     * What of a tile shows the picture, along one side and in pixels of the level. The last pixel
     * of a level may be a fraction of one.
     *
     * @param {number} number Of the column or row.
     * @param {number} side Of a tile.
     * @param {number} shift
     * @param {number} length Of the picture.
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
     * A tile in the size of what it shows. Leaflet's own layer stretches the smaller tiles at the
     * edges of the picture, and shows what larger ones have beyond it.
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
        const picture = document.createElement('img');
        picture.alt = '';
        picture.draggable = false;
        const { across, down } = this.parts(coords);
        Object.assign(picture.style, {
            left: `${across.start}px`,
            top: `${down.start}px`,
            width: `${across.length}px`,
            height: `${down.length}px`,
            // A padded tile has more than what is to be seen, on any side.
            objectPosition: config.edge === 'pad'
                ? `${-across.start}px ${-down.start}px` : '0 0',
        });
        if (config.transparent) {
            tile.classList.add('clear');
        } else {
            this.lay(coords, tile, picture);
        }
        picture.onload = () => done(null, tile);
        picture.onerror = () => done(new Error(picture.src), tile);
        picture.src = zigguratPaths.address(this.base + path);
        tile.append(picture);
        return tile;
    }

    /**
     * Lays the same picture below a tile, a little larger: where the edges of tiles fall between
     * pixels of the screen, what is below them shines through. Those at the right and below are on
     * top, so that nothing else of it is seen.
     *
     * @param {L.Coords} coords
     * @param {HTMLElement} tile
     * @param {HTMLImageElement} picture
     */
    lay(coords, tile, picture) {
        const { columns, rows } = this.level(coords.z);
        const { across, down } = this.parts(coords);
        /** @param {boolean} hasNeighbour @param {number} length */
        const grown = (hasNeighbour, length) =>
            hasNeighbour ? `calc(1 + var(--growth) / ${length})` : '1';
        tile.style.zIndex = String(coords.y * columns + coords.x);
        picture.addEventListener('load', () => {
            const below = /** @type {HTMLImageElement} */ (picture.cloneNode());
            below.style.transform = `scale(${grown(coords.x + 1 < columns, across.length)}, `
                + `${grown(coords.y + 1 < rows, down.length)})`;
            tile.prepend(below);
        });
    }

    /** Those that are drawn, and where they are in the picture. */
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

    // Some layouts begin a level inside its first tile.

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
     * Tells tiles by how many of their pixels they grow: one and a half of the screen's.
     *
     * @param {{ el: HTMLElement, zoom: number }} level @param {L.LatLng} center @param {number} zoom
     */
    _setZoomTransform(level, center, zoom) {
        super._setZoomTransform(level, center, zoom);
        const { tileWidth, tileHeight } = this.config;
        const scale = this._map.getZoomScale(zoom, level.zoom) * window.devicePixelRatio;
        const isWhole = [tileWidth, tileHeight].every((side) => Number.isInteger(side * scale));
        level.el.style.setProperty('--growth', isWhole ? '0' : String(1.5 / scale));
    }

    // Leaflet takes the level that is nearest to the zoom. This takes one that has a pixel for each
    // pixel of the screen, or nearly so, also on dense screens.

    /** @param {number} zoom */
    nearest(zoom) {
        const wanted = zoom + Math.log2(window.devicePixelRatio * 0.8);
        return Math.min(Math.max(Math.ceil(wanted), this.zooms[this.firstUseful]),
            this.zooms[this.zooms.length - 1]);
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

    // Leaflet forgets every tile when a view is set without a motion. They are still right.
    _invalidateAll() {}
}
