// needs: tiles/paths.js
/**
 * The grid of an image's tiles in a Leaflet map. One map unit is one image pixel, and zoom 0 shows
 * actual pixels. y points up, so the image lies between y = 0 and y = −height.
 */
ziggurat.ImageGrid = class ImageGrid extends L.GridLayer {
    /** @param {Config} config */
    constructor(config) {
        super({
            tileSize: L.point(config.tileWidth, config.tileHeight),
            noWrap: true,
            minZoom: -Infinity,
            keepBuffer: 1,
            className: 'tiles',
        });
        this.config = config;
        this.zooms = config.levels.map((level) => -Math.log2(level.scaleFactor));
        this.firstUseful = ziggurat.paths.firstUseful(config);
        /** @type {number | undefined} */
        this.shownZoom = undefined;
        /** The largest factor by which a level may be enlarged. */
        this.mostEnlarged = 1.25;
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

    // In some layouts, the image begins inside the first tile of a level.

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

    // Leaflet uses the level nearest to the zoom. This layer uses a level with about one pixel for
    // each screen pixel, also on dense screens.

    /** @param {number} zoom */
    nearest(zoom) {
        const wanted = zoom + Math.log2(window.devicePixelRatio / this.mostEnlarged);
        return Math.min(Math.max(Math.ceil(wanted), this.zooms[this.firstUseful]),
            this.zooms[this.zooms.length - 1]);
    }

    /**
     * Switches to larger levels after the first view, because a level may be slightly enlarged in
     * the first view. On dense screens, larger levels would load many tiles without a visible
     * difference.
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
};
