/**
 * Asks for the tiles of the first view before OpenSeadragon is there, which is large and takes a while
 * to get ready. The size of the window is known before the page has a layout.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 */
const zigguratAhead = (function () {
    'use strict';

    /** How many pixels of the screen a pixel of a level takes at least. */
    const minPixelRatio = 0.8;

    /**
     * The level that the whole of a picture is drawn from in a window.
     * @param {Pyramid} pyramid
     * @param {number} across Of the window, in CSS pixels.
     * @param {number} down
     */
    function levelIn({ width, height, levels }, across, down) {
        const scale = Math.min(across / width, down / height) * Math.max(window.devicePixelRatio, 1);
        return levels.findLastIndex(({ scaleFactor }) => scale * scaleFactor >= minPixelRatio);
    }

    /**
     * Images that were asked for, by their addresses.
     * @type {Map<string, HTMLImageElement>}
     */
    const images = new Map();
    const config = document.getElementById('ziggurat-config');
    // An address with a hash shows a part, or another picture.
    if (config && !location.hash) {
        /** @type {Pyramid} */
        const first = JSON.parse(config.textContent ?? '');
        const level = levelIn(first, window.innerWidth, window.innerHeight);
        const found = zigguratPaths.fetchLevel(
            first, Math.max(level, zigguratPaths.firstUseful(first)));
        for (const image of found) {
            images.set(image.getAttribute('src') ?? '', image);
        }
    }

    /**
     * The image of a tile, where it was asked for; whoever takes it has it.
     * @param {string} address
     */
    function take(address) {
        const image = images.get(address);
        images.delete(address);
        return image;
    }

    return { levelIn, minPixelRatio, take, forget: () => images.clear() };
})();
