// needs: tiles/retry.js, openseadragon/ahead.js, openseadragon/tiles.js
/**
 * An image of a comparison in a separate element, placed exactly over the first image.
 *
 * OpenSeadragon moves, scales and rotates an image, but does not shear it or scale its sides
 * differently. Here, OpenSeadragon draws the nearest similarity transform. The remaining transform,
 * which is small, is a CSS transform of the whole element. The element is larger than its panel, so
 * that the transform leaves no part of the panel empty.
 *
 * @typedef {number[]} Matrix A CSS matrix: x' = m[0]·x + m[2]·y + m[4], y' = m[1]·x + m[3]·y +
 *     m[5].
 *
 * @typedef {object} Compared An image of a comparison.
 * @property {string} label
 * @property {string} [page] The address of the image's own page.
 * @property {Matrix} [transform] The transform from this image's pixels to the first image's
 *     pixels.
 *
 * @typedef {Config & Compared} Picture
 *
 * @typedef {object} Plane
 * @property {OpenSeadragon.Viewer} viewer
 * @property {HTMLElement} panel
 * @property {(picture: Picture) => Promise<void>} open Shows an image. The promise is fulfilled
 *     when the image is completely drawn, and never if another image replaced it.
 * @property {() => void} place Moves the image to the position of the first image.
 * @property {() => Promise<void>} drawn Fulfilled when the image is completely drawn or not needed.
 * @property {(isNeeded: boolean) => void} need Sets whether tiles are loaded.
 */
ziggurat.plane = (function () {
    'use strict';

    /** The largest factor by which the transform may enlarge the element. */
    const mostStretch = 1.5;

    /**
     * Returns the matrix that applies the second matrix, then the first.
     * @param {Matrix} first
     * @param {Matrix} second
     * @returns {Matrix}
     */
    function product([a, b, c, d, e, f], [g, h, i, j, k, l]) {
        return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j,
            a * k + c * l + e, b * k + d * l + f];
    }

    /**
     * Returns the point whose image under a matrix is a given point.
     * @param {Matrix} matrix
     * @param {number} x
     * @param {number} y
     */
    function origin([a, b, c, d, e, f], x, y) {
        const area = a * d - b * c;
        return {
            x: (d * (x - e) - c * (y - f)) / area,
            y: (a * (y - f) - b * (x - e)) / area,
        };
    }

    /**
     * Splits a matrix into a similarity transform and a remaining transform, which is applied
     * second.
     *
     * @param {Matrix} matrix
     * @returns {{ scale: number, degrees: number, rest: Matrix | null, stretch: number }} `rest` is
     *     null for a similarity transform; `stretch` is the largest factor of the inverse of
     *     `rest`.
     */
    function divide([a, b, c, d]) {
        // If the image is mirrored, the remaining transform mirrors it.
        const mirror = a * d - b * c < 0 ? -1 : 1;
        const [p, q, r, s] = [mirror * a, b, mirror * c, d];
        const angle = Math.atan2(q - r, p + s);
        const mean = Math.hypot(p + s, q - r) / 2;
        const difference = Math.hypot(p - s, q + r) / 2;
        if (difference < mean * 1e-6) {
            return {
                scale: mean, degrees: angle * 180 / Math.PI, stretch: 1,
                rest: mirror < 0 ? [-1, 0, 0, 1, 0, 0] : null,
            };
        }
        const smallest = mean - difference;
        const scale = Math.min(mean + difference, mostStretch * smallest);
        const [cos, sin] = [Math.cos(angle) / scale, Math.sin(angle) / scale];
        return {
            scale, degrees: angle * 180 / Math.PI, stretch: scale / smallest,
            rest: [a * cos - c * sin, b * cos - d * sin, a * sin + c * cos, b * sin + d * cos, 0, 0],
        };
    }

    /**
     * Returns the default transform of an image: as large as possible inside the first image.
     * @param {{ width: number, height: number }} image
     * @param {{ width: number, height: number }} first
     * @returns {Matrix}
     */
    function fitted(image, first) {
        const scale = Math.min(first.width / image.width, first.height / image.height);
        return [scale, 0, 0, scale, (first.width - scale * image.width) / 2,
            (first.height - scale * image.height) / 2];
    }

    /**
     * @param {HTMLElement} panel The parent of the element.
     * @param {Lens} lens The lens of the first image.
     * @param {{ width: number, height: number }} first
     * @param {number} [cacheSize] The number of tiles that stay in memory.
     * @returns {Plane}
     */
    function create(panel, lens, first, cacheSize = 200) {
        const element = document.createElement('div');
        element.className = 'plane';
        // The first image handles the pointer, the keys and screen readers.
        element.inert = true;
        panel.append(element);
        const { minPixelRatio } = ziggurat.ahead;
        const viewer = OpenSeadragon({
            element, drawer: 'seamless', preserveViewport: true, maxTilesPerFrame: 4, tabIndex: -1,
            minPixelRatio: OpenSeadragon.pixelDensityRatio < 1.5 ? 0.55 : minPixelRatio,
            smoothTileEdgesMinZoom: Infinity, maxZoomPixelRatio: Infinity, blendTime: 0,
            mouseNavEnabled: false, showNavigationControl: false, maxImageCacheCount: cacheSize,
        });
        viewer.setKeyboardNavEnabled(false);
        const { viewport, world } = viewer;
        /** @type {ReturnType<typeof ziggurat.retry<OpenSeadragon.Tile>>} */
        const retry = ziggurat.retry(lens.events);
        /** @type {Set<OpenSeadragon.Tile>} */
        const lost = new Set();
        viewer.addHandler('tile-load-failed', ({ tile, tiledImage }) => {
            lost.add(tile);
            retry.failed(tile, () => {
                tile.exists = true;
                tiledImage.update(true);
                tiledImage.whenFullyLoaded(() => tile.exists && retry.drop(tile));
            });
        });
        viewer.addHandler('tile-loaded', ({ tile }) => retry.drop(tile));

        /** @type {Matrix} */
        let transform = [1, 0, 0, 1, 0, 0];
        let known = '';
        let isNeeded = true;
        let turns = 0;

        function place() {
            const item = world.getItemAt(0);
            const matrix = lens.matrix();
            if (!item || !matrix) {
                return;
            }
            const size = lens.viewer.viewport.getContainerSize();
            const whole = product(matrix, transform);
            const state = [...whole, size.x, size.y, viewport.getContainerSize().x,
                viewport.getContainerSize().y].join();
            if (state === known) {
                return;
            }
            known = state;
            const { scale, degrees, rest, stretch } = divide(whole);
            const more = Math.ceil((stretch - 1) * Math.hypot(size.x, size.y) / 2);
            element.style.inset = `${-more}px`;
            element.style.transform = rest ? `matrix(${rest.join()})` : '';
            const center = origin(whole, size.x / 2, size.y / 2);
            viewport.setRotation(degrees, true);
            viewport.zoomTo(item.imageToViewportZoom(scale), undefined, true);
            viewport.panTo(item.imageToViewportCoordinates(center.x, center.y, true), true);
            // The image is drawn at once, so that all images move in the same frame.
            viewport.update();
            world.update(true);
            world.draw();
        }
        function replace() {
            known = '';
            place();
        }
        viewer.addHandler('after-resize', () => queueMicrotask(replace));
        // On opening, OpenSeadragon shows the whole image, so the view is set again.
        viewer.addHandler('open', replace);

        /** @returns {Promise<void>} */
        const drawn = () => new Promise((resolve) => {
            const item = world.getItemAt(0);
            if (item && isNeeded) {
                item.whenFullyLoaded(() => requestAnimationFrame(() => resolve()));
            } else {
                resolve();
            }
        });

        /**
         * @param {Picture} picture
         * @returns {Promise<void>}
         */
        function open(picture) {
            const turn = ++turns;
            lost.forEach(retry.drop);
            lost.clear();
            transform = picture.transform ?? fitted(picture, first);
            viewer.maxTilesPerFrame = picture.archive ? 64 : 4;
            return new Promise((resolve, reject) => {
                viewer.addOnceHandler('open-failed', ({ message }) => reject(new Error(message)));
                world.addOnceHandler('add-item', () => {
                    if (turn === turns) {
                        replace();
                        need(isNeeded);
                        drawn().then(resolve);
                    }
                });
                viewer.open([{
                    tileSource: ziggurat.tiles.source(picture), clip: ziggurat.tiles.clip(picture),
                }]);
            });
        }

        /** @param {boolean} is */
        function need(is) {
            isNeeded = is;
            const item = world.getItemAt(0);
            item?.setOpacity(is ? 1 : 0);
            if (is) {
                // The view may have changed while the image was not needed.
                item?.update(true);
            }
        }

        return { viewer, panel, open, place, drawn, need };
    }

    return { create, divide, fitted, origin, product };
})();
