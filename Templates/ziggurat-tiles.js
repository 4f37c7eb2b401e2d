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
 * @typedef {InstanceType<typeof zigguratPMTiles.PMTilesArchive>
 *     | InstanceType<typeof zigguratTIFF.TIFFArchive>
 *     | InstanceType<typeof zigguratZIP.ZIPArchive>} TileArchive
 */
const ZigguratTiles = (function () {
    'use strict';

    const { ArchiveError, RangeReader } = zigguratRanges;

    /** The length of the part with the header and the root directory of a PMTiles archive. */
    const headSize = 16_384;

    /**
     * Opens an archive.
     *
     * @param {string | Blob} source An address, or a file that the visitor chose.
     * @param {{ size?: number, kind?: string }} [options] `size`: the size of the file in bytes, if
     *     known; another size is an error. `kind`: `zip` saves the request that detects the format.
     * @returns {Promise<TileArchive>} Fails with an error whose `reason` is given in ranges.js.
     */
    async function open(source, options) {
        if (typeof source === 'string' && new URL(source, document.baseURI).protocol === 'file:') {
            throw new ArchiveError('disk', 'Pages from the disk cannot read other files.');
        }
        const reader = new RangeReader(source, options?.size);
        if (options?.kind === 'zip' && reader.size !== undefined) {
            return zigguratZIP.ZIPArchive.open(reader);
        }
        const head = await reader.read(0, Math.min(headSize, reader.size ?? headSize));
        if (new TextDecoder().decode(head.subarray(0, 7)) === 'PMTiles') {
            const archive = new zigguratPMTiles.PMTilesArchive(reader, head);
            const { start, end } = archive.root;
            // The first response also has the root directory.
            if (end <= head.length) {
                reader.keep(`${start}-${end}`, head.slice(start, end));
            }
            await archive.directory(start, end);
            return archive;
        }
        if (head[0] === 0x49 && head[1] === 0x49 && (head[2] === 42 || head[2] === 43)) {
            return zigguratTIFF.TIFFArchive.open(reader, head);
        }
        if (head[0] === 0x50 && head[1] === 0x4B) {
            if (reader.size === undefined) {
                throw new ArchiveError('unsupported', `The size of ${reader.name} is unknown: `
                    + 'the web server must expose Content-Range.');
            }
            return zigguratZIP.ZIPArchive.open(reader);
        }
        throw new ArchiveError('unsupported', `${reader.name} is not a PMTiles, ZIP, SZI or TIFF file.`);
    }

    /**
     * Loads a tile into an image.
     *
     * @param {Promise<Blob | null>} tile
     * @param {HTMLImageElement} image
     * @returns {Promise<HTMLImageElement>}
     */
    async function draw(tile, image) {
        const blob = await tile;
        if (!blob) {
            throw new ArchiveError('missing', 'The tile does not exist.');
        }
        const address = URL.createObjectURL(blob);
        try {
            image.src = address;
            await new Promise((resolve, reject) => {
                image.onload = resolve;
                image.onerror = () => reject(new ArchiveError('damaged', 'A tile is damaged.'));
            });
        } finally {
            URL.revokeObjectURL(address);
        }
        return image;
    }

    /**
     * Returns the functions of an OpenSeadragon tile source that load and abort tiles.
     *
     * @param {(z: number, x: number, y: number, options: { signal: AbortSignal })
     *     => Promise<Blob | null>} load
     */
    const downloads = (load) => ({
        /** @param {OpenSeadragon.ImageJob} job */
        downloadTileStart(job) {
            const { level, x, y } = job.tile;
            const controller = new AbortController();
            job.userData.abort = () => controller.abort();
            draw(load(level, x, y, controller), new Image()).then(
                (image) => job.finish(image, null, 'image'),
                (error) => controller.signal.aborted || job.fail(error.message, null));
        },
        /** @param {OpenSeadragon.ImageJob} job */
        downloadTileAbort(job) {
            job.userData.abort?.();
        },
    });

    /**
     * Returns a tile source for `viewer.open` or `viewer.addTiledImage` of OpenSeadragon.
     * @param {TileArchive} archive
     */
    async function tileSource(archive) {
        const { width, height, tileSize, overlap, minLevel, maxLevel } = await archive.image();
        return {
            width, height, tileSize, tileOverlap: overlap, minLevel, maxLevel,
            // The address is only the key of the tile in OpenSeadragon's cache.
            getTileUrl: (/** @type {number} */ z, /** @type {number} */ x, /** @type {number} */ y) =>
                `${archive.reader.name}#${z}/${x}/${y}`,
            ...downloads((z, x, y, options) => archive.tile(z, x, y, options)),
        };
    }

    /**
     * Returns a layer for a Leaflet map: of a map archive as usual; of an image with `L.CRS.Simple`,
     * where zoom 0 is its full size and the image lies between [−height, 0] and [0, width].
     *
     * @param {TileArchive} archive
     * @param {object} [options] Those of `L.GridLayer`.
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
                // Tiles at the edge may be smaller, so the image inside keeps its size.
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

    return { ArchiveError, downloads, draw, layer, open, tileSource };
})();
