// needs: tiles/paths.js, tiles/formats.js?, archive/archive.js?
/**
 * Requests the tiles of the first view while OpenSeadragon still loads. The size of the window is
 * known before the layout of the page.
 */
ziggurat.ahead = (function () {
    'use strict';

    /** The smallest size of a level's pixel, in screen pixels. */
    const minPixelRatio = 0.8;

    /**
     * Returns the smallest level that is sharp when a window shows the whole image.
     * @param {Pyramid} pyramid
     * @param {number} across The size of the window, in CSS pixels.
     * @param {number} down
     */
    function levelIn({ width, height, levels }, across, down) {
        const scale = Math.min(across / width, down / height) * Math.max(window.devicePixelRatio, 1);
        return levels.findLastIndex(({ scaleFactor }) => scale * scaleFactor >= minPixelRatio);
    }

    /**
     * Requested images, by their addresses.
     * @type {Map<string, HTMLImageElement>}
     */
    const images = new Map();
    const config = document.getElementById('ziggurat-config');
    // An address with a hash shows a part of the image, or another image.
    if (config && !location.hash) {
        /** @type {Pyramid} */
        const first = JSON.parse(config.textContent ?? '');
        const level = levelIn(first, window.innerWidth, window.innerHeight);
        const index = Math.max(level, ziggurat.paths.firstUseful(first));
        if (first.archive && location.protocol !== 'file:') {
            ziggurat.archive?.prepare(first, index);
        }
        const fetchFirst = (/** @type {Pyramid} */ pyramid) => {
            for (const image of ziggurat.paths.fetchLevel(pyramid, index)) {
                images.set(image.getAttribute('src') ?? '', image);
            }
        };
        const chosen = first.alternative && ziggurat.formats?.chosen(first);
        if (chosen) {
            chosen.then(fetchFirst);
        } else if (!first.archive) {
            fetchFirst(first);
        }
    }

    /**
     * Returns the image of a tile if the tile was requested, and removes it from the requested
     * images.
     * @param {string} address
     */
    function take(address) {
        const image = images.get(address);
        images.delete(address);
        return image;
    }

    return { levelIn, minPixelRatio, take, forget: () => images.clear() };
})();
