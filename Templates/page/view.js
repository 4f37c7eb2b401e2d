// needs: head/namespace.js
/**
 * The view, and the address that restores it: #page=2&xywh=x,y,w,h in image pixels, as in the W3C's
 * Media Fragments. `page` is the number of the image in the destination, and is missing for the
 * page's own image. &rotate=90 and &flip=1 are additions. at=x,y,zoom is only read: the point in
 * the middle of the view, and the zoom, which is 1 for actual pixels.
 *
 * @typedef {object} Box A region of the image, in image pixels.
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Lens The viewer, with OpenSeadragon or Leaflet.
 * @property {any} viewer The library's own object.
 * @property {EventTarget} events `move`: the image moved. `rest`: the movement ended, or the image
 *     was rotated. `resize`: the size of the window changed. `missing`: a tile could not be loaded.
 *     `found`: another request loaded the tile. `shown`: an image is completely drawn. `failure`:
 *     an image cannot be shown; see Page.
 * @property {boolean} needsUnderlay Whether the library shows empty background until larger parts
 *     of the image arrive.
 * @property {(config: Config) => boolean} canShow Whether the library can show an image.
 * @property {(config: Config, base: string, arrive: () => void,
 *     others?: OpenSeadragon.OpenedImage[]) => Promise<void>} show Shows another image, in
 *     OpenSeadragon with others beside it. `arrive` is called once or twice before the image is
 *     drawn. The promise is fulfilled when the image is completely drawn, and never if another
 *     image replaced it.
 * @property {(config: Config) => number} firstLevel Returns the level that shows the whole image.
 * @property {() => number[] | null} matrix Returns the position of the image: the CSS matrix from
 *     image pixels to pixels of the viewer's element; null without an image.
 * @property {() => Box} region Returns the view at the end of the movement. The view may extend
 *     beyond the image.
 * @property {() => boolean} isHome Returns whether the whole image fits the view.
 * @property {(atOnce?: boolean) => void} goHome
 * @property {() => void} [limitZoom] Adapts the whole view to changed margins; missing in Leaflet.
 * @property {(region: Box, atOnce?: boolean, isFree?: boolean) => void} fit Shows a region. If
 *     `isFree` is true, the view may extend beyond the image.
 * @property {() => void} showActualPixels Shows one image pixel per screen pixel.
 * @property {(factor: number) => void} zoomBy
 * @property {(factor: number, x: number, y: number) => void} [zoomAt] Zooms around a point of the
 *     viewer's element, for each wheel event; missing if the library handles the wheel itself.
 * @property {(isOn: boolean) => void} letFingersMove Sets whether one finger moves the image.
 * @property {(right: number, down: number) => void} moveBy Moves by fractions of the visible view.
 * @property {() => number} rotation Returns the rotation in degrees, clockwise; 0 if the library
 *     cannot rotate.
 * @property {() => boolean} isFlipped
 * @property {(degrees: number) => void} [rotateBy] Rotates clockwise on the screen; missing if the
 *     library cannot rotate.
 * @property {() => void} [flip] Flips the image; missing if the library cannot flip.
 * @property {(degrees: number, isFlipped: boolean) => void} [turnTo] Rotates and flips at once;
 *     missing if the library cannot rotate.
 * @property {() => (Box & { level: number, column: number, row: number })[]} tiles The visible
 *     tiles.
 *
 * @typedef {object} TourPart The part of the tour that the address needs.
 * @property {() => string} inAddress Returns the step in the form of the address; empty if the tour
 *     is closed.
 * @property {() => void} close
 * @property {(values: URLSearchParams, atOnce?: boolean) => boolean} read Opens the tour at the
 *     step of an address, or closes the tour; returns whether the tour shows a step.
 *
 * @typedef {object} ViewState Values that a page adds to its address.
 * @property {() => string[]} parts Returns pairs such as `mode=side`; values of the first view are
 *     omitted.
 * @property {(values: URLSearchParams) => void} restore
 *
 * @typedef {object} Page The values that the scripts share, in window.ziggurat.
 * @property {Lens} lens
 * @property {any} viewer OpenSeadragon's viewer or Leaflet's map.
 * @property {Config} config The configuration of the current image.
 * @property {string} base The path of the image's bundle relative to the page; empty for the page's
 *     own image.
 * @property {number} number The number of the image in the destination, from 1; 0 for the page's
 *     own image.
 * @property {() => number[]} [pages] Returns the numbers of the visible pages of a book.
 * @property {() => { config: Config, base: string, x: number, scale: number }[]} [beside] Returns
 *     the page of a book beside the current image: its left edge in pixels of the current image,
 *     and the factor from its pixels to pixels of the current image.
 * @property {() => string} [heading] Returns the title of a book with its visible pages.
 * @property {TourPart} [tour] The tour of the page's own image.
 * @property {Promise<void>} ready Fulfilled when the first view is completely drawn.
 * @property {string} [failure] The reason why an image cannot be shown.
 * @property {() => Plane[]} [planes] Returns the other images of a comparison, or the planes of
 *     layers.
 * @property {() => Shown[]} [shown] Returns the visible images of a comparison.
 * @property {Picture[]} [pictures] The images of a comparison.
 */
ziggurat.view = (function () {
    'use strict';

    /**
     * @param {string} text `x,y,w,h`, `pixel:x,y,w,h` or `percent:x,y,w,h`.
     * @param {{ width: number, height: number }} config
     * @returns {Box | null} The region inside the image; null if the text names no such region.
     */
    function regionFrom(text, config) {
        const number = '(\\d+(?:\\.\\d+)?)';
        const match = text.match(`^(pixel:|percent:)?${number},${number},${number},${number}$`);
        if (!match) {
            return null;
        }
        const percent = match[1] === 'percent:';
        const [x, y, width, height] = match.slice(2).map((value, index) =>
            Number(value) * (percent ? (index % 2 ? config.height : config.width) / 100 : 1));
        const inside = x < config.width && y < config.height && width > 0 && height > 0;
        return inside ? {
            x, y, width: Math.min(width, config.width - x), height: Math.min(height, config.height - y),
        } : null;
    }

    /**
     * Returns the region that an address names; null without a region.
     * @param {URLSearchParams} values
     * @param {Page} page
     * @returns {Box | null}
     */
    function regionIn(values, { config, lens }) {
        const box = regionFrom(values.get('xywh') ?? '', config);
        const [x, y, zoom] = (values.get('at') ?? '').split(',').map(Number);
        if (box || !(Math.abs(x) <= config.width && Math.abs(y) <= config.height)) {
            return box;
        }
        const seen = lens.region();
        // The diagonals are compared, because width and height are swapped if the image is rotated.
        const scale = Math.hypot(innerWidth, innerHeight) / Math.hypot(seen.width, seen.height);
        // A smaller zoom would make the view infinitely large.
        const factor = zoom > 1e-9 ? scale * window.devicePixelRatio / zoom : 1;
        const [width, height] = [seen.width * factor, seen.height * factor];
        return { x: x - width / 2, y: y - height / 2, width, height };
    }

    /**
     * Writes the view to the address after each movement, and follows changes of the address. An
     * image that is shown as a whole stays fitted when the window is resized.
     *
     * @param {Page} page
     * @param {(number: number) => boolean} turn Shows another image and then calls restore; returns
     *     false if the image is already visible or unknown.
     * @param {ViewState} [state] Further values of the address.
     */
    function follow(page, turn, state = { parts: () => [], restore: () => {} }) {
        const { lens } = page;

        /** The view that was last written to the address or read from the address. */
        let known = '';
        /** The hash of the address at the time of `known`. */
        let hash = location.hash;
        /** Whether `known` shows the whole image, which then stays fitted. */
        let fitted = true;
        /** Whether the next view becomes a new entry in the browser's history. */
        let leaping = false;
        let timer = 0;

        function writeSoon() {
            window.clearTimeout(timer);
            timer = window.setTimeout(write, 250);
        }
        lens.events.addEventListener('rest', writeSoon);
        lens.events.addEventListener('resize', () => {
            if (fitted) {
                lens.goHome(true);
            }
            writeSoon();
        });
        window.addEventListener('hashchange', () => {
            const number = Number(new URLSearchParams(location.hash.slice(1)).get('page') ?? 0);
            if (!turn(number)) {
                restore(false);
            }
        });

        const step = () => (page.number === 0 && page.tour?.inAddress()) || '';

        function key() {
            const { x, y, width, height } = lens.region();
            return [page.number, x, y, width, height, lens.rotation(), lens.isFlipped(), step(),
                ...state.parts()].join();
        }

        /** Returns the view in the form of the address; empty for the first view. */
        function view() {
            const { config } = page;
            const degrees = lens.rotation();
            const changes = (degrees ? `&rotate=${degrees}` : '')
                + (lens.isFlipped() ? '&flip=1' : '');
            const others = state.parts().join('&');
            if (!lens.matrix() || (lens.isHome() && !changes && !beginning())) {
                return others;
            }
            const { x, y, width, height } = lens.region();
            const left = Math.max(Math.round(x), 0);
            const top = Math.max(Math.round(y), 0);
            const right = Math.min(Math.round(x + width), config.width);
            const bottom = Math.min(Math.round(y + height), config.height);
            const size = [Math.max(right - left, 1), Math.max(bottom - top, 1)];
            return `xywh=${left},${top},${size.join()}${changes}${others && '&'}${others}`;
        }

        function write() {
            window.clearTimeout(timer);
            const isNew = leaping;
            leaping = false;
            // If the visitor changed the address, the change's event follows. The event needs the
            // unchanged address.
            if (!lens.matrix() || key() === known || location.hash !== hash) {
                return;
            }
            known = key();
            fitted = lens.isHome();
            const parts = [page.number ? `page=${page.number}` : '', view(), step()]
                .filter(Boolean);
            const address = parts.length ? `#${parts.join('&')}`
                : location.pathname + location.search;
            history[isNew ? 'pushState' : 'replaceState'](history.state, '', address);
            hash = location.hash;
        }

        /** Called before a change of the view that the back button can undo. */
        function leap() {
            write();
            leaping = true;
        }

        /**
         * Returns the beginning of an image that would be a thin line on the screen, as a strip
         * that fills the screen; null for other images.
         */
        function beginning() {
            const { width, height } = page.config;
            const [scale] = lens.matrix() ?? [1];
            if (Math.max(width / height, height / width) < 20
                || Math.min(width, height) * scale > 64) {
                return null;
            }
            const all = lens.region();
            return width > height
                ? { x: 0, y: 0, width: height * all.width / all.height, height }
                : { x: 0, y: 0, width, height: width * all.height / all.width };
        }

        /** Shows the view in the address. If `atOnce` is false, moves to the step of a tour. */
        function restore(atOnce = true) {
            hash = location.hash;
            if (!lens.matrix()) {
                return;
            }
            const values = new URLSearchParams(location.hash.slice(1));
            state.restore(values);
            const isStep = page.number === 0 && page.tour?.read(values, atOnce || undefined);
            if (!isStep) {
                show(values, true);
            }
            known = isStep && !atOnce ? '' : key();
            fitted = lens.isHome() && !isStep;
            leaping = false;
        }

        /**
         * Shows a view.
         * @param {URLSearchParams} values The view in the form of the address.
         * @param {boolean} [atOnce]
         */
        function show(values, atOnce = false) {
            const degrees = Number(values.get('rotate'));
            const isFlipped = values.get('flip') === '1';
            if (atOnce || degrees !== lens.rotation() || isFlipped !== lens.isFlipped()) {
                lens.turnTo?.(degrees % 90 === 0 ? degrees : 0, isFlipped);
            }
            const region = regionIn(values, page);
            if (atOnce || !region) {
                lens.goHome(atOnce);
            }
            const first = region ?? beginning();
            if (first) {
                lens.fit(first, atOnce);
            }
        }

        /** Shows the beginning of an image that is too long to be shown whole. */
        function begin() {
            const first = lens.matrix() && beginning();
            if (first) {
                lens.fit(first, true);
            }
        }

        return { begin, leap, restore, show, view, write, writeSoon };
    }

    return { follow, regionIn };
})();
