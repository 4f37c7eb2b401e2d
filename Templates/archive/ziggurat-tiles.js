// needs: archive/file.js, archive/readers.js
/**
 * Reads tiles from one file on any web server that supports range requests: PMTiles 3, ZIP, SZI and
 * pyramidal TIFF.
 * For OpenSeadragon, Leaflet and other programs:
 *
 *     const archive = await ZigguratTiles.open('photo.pmtiles');
 *     const blob = await archive.tile(z, x, y);
 *     viewer.open(await ZigguratTiles.tileSource(archive));
 *     (await ZigguratTiles.layer(archive)).addTo(map);
 *
 * Around this script and the readers, the export adds a function, so that other pages get no other
 * global.
 */
window.ZigguratTiles = (function () {
    'use strict';

    const { ArchiveError } = ziggurat.archiveFile;
    const { downloads, draw, open } = ziggurat.readers;

    /**
     * Returns a tile source for `viewer.open` or `viewer.addTiledImage` of OpenSeadragon.
     * @param {TileArchive} archive
     */
    async function tileSource(archive) {
        const { width, height, tileSize, overlap, minLevel, maxLevel } = await archive.image();
        return {
            width, height, tileSize, tileOverlap: overlap, minLevel, maxLevel,
            // OpenSeadragon uses the address only as the key of the tile in its cache.
            getTileUrl: (/** @type {number} */ z, /** @type {number} */ x, /** @type {number} */ y) =>
                `${archive.reader.name}#${z}/${x}/${y}`,
            ...downloads((z, x, y, options) => archive.tile(z, x, y, options)),
        };
    }

    /**
     * Returns a layer for a Leaflet map. An archive of a map needs no special map. An archive of an
     * image needs `L.CRS.Simple`; zoom 0 is the full size, and the image lies between [−height, 0]
     * and [0, width].
     *
     * @param {TileArchive} archive
     * @param {object} [options] Options of `L.GridLayer`.
     */
    async function layer(archive, options = {}) {
        const { width, height, tileSize, minLevel, maxLevel, isMap, overlap } =
            await archive.image();
        if (overlap > 0) {
            throw new ArchiveError('unsupported', 'Leaflet cannot show tiles with overlap.');
        }
        const shift = isMap ? 0 : maxLevel;
        /** @type {WeakMap<HTMLElement, AbortController>} */
        const controllers = new WeakMap();
        class ArchiveLayer extends L.GridLayer {
            /**
             * @param {L.Coords} coords
             * @param {(error: Error | null, tile: HTMLElement) => void} done
             */
            createTile(coords, done) {
                // Tiles at the edge may be smaller, so the image is inside an element and keeps its
                // size.
                const tile = document.createElement('div');
                const image = tile.appendChild(new Image());
                const controller = new AbortController();
                controllers.set(tile, controller);
                const { x, y, z } = coords;
                draw(archive.tile(z + shift, x, y, controller), image).then(
                    () => done(null, tile), (error) => done(error, tile));
                return tile;
            }
        }
        const result = new ArchiveLayer({
            tileSize, minNativeZoom: minLevel - shift, maxNativeZoom: maxLevel - shift,
            ...(isMap ? {} : {
                minZoom: minLevel - shift, noWrap: true,
                bounds: L.latLngBounds([[-height, 0], [0, width]]),
            }),
            ...options,
        });
        result.on('tileunload', ({ tile }) => controllers.get(tile)?.abort());
        return result;
    }

    return { ArchiveError, draw, layer, open, tileSource };
})();
