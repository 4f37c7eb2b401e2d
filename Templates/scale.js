/**
 * How large the picture is seen: in percent of its pixels, and as a ruler where its true size is
 * known. What changes is also said to those who do not see it.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 */
(function () {
    'use strict';

    /** Units of length, in micrometres, and from which length on they are used. */
    const units = [
        { name: 'nm', size: 1e-3, from: 0 }, { name: 'µm', size: 1, from: 1 },
        { name: 'mm', size: 1e3, from: 1e3 }, { name: 'cm', size: 1e4, from: 1e4 },
        { name: 'm', size: 1e6, from: 1e6 }, { name: 'km', size: 1e9, from: 1e9 },
    ];

    /**
     * The longest round length, 1, 2 or 5 times a power of ten, that is no longer than another.
     * @param {number} micrometres
     */
    function roundLength(micrometres) {
        const power = 10 ** Math.floor(Math.log10(micrometres) + 1e-9);
        const digit = [5, 2, 1].find((each) => each * power <= micrometres * (1 + 1e-9)) ?? 1;
        const length = digit * power;
        const unit = units.findLast(({ from }) => length >= from * (1 - 1e-9)) ?? units[0];
        return { length, text: `${Number((length / unit.size).toPrecision(1))} ${unit.name}` };
    }

    /**
     * @param {number} scale Screen pixels for each pixel of the picture.
     */
    function percent(scale) {
        const value = scale * 100;
        return Number(value >= 10 ? value.toFixed(0) : value.toPrecision(2)) + '%';
    }

    /**
     * @param {import('./view.js').Page} page
     * @param {HTMLElement} stage
     */
    window.zigguratScale = function (page, stage) {
        const { viewer } = page;
        const find = (/** @type {string} */ selector) =>
            /** @type {HTMLElement} */ (stage.querySelector(selector));
        const [readout, ruler, rulerText] = [find('#scale'), find('#ruler'), find('#ruler span')];
        const announcement = find('#announcement');
        let spoken = '';
        let timer = 0;

        /** Screen pixels, not CSS ones, for each pixel of the picture. */
        function scale() {
            const image = viewer.world.getItemAt(0);
            return image ? image.viewportToImageZoom(viewer.viewport.getZoom(true))
                * OpenSeadragon.pixelDensityRatio : 0;
        }

        function show() {
            const value = scale();
            if (!value) {
                return;
            }
            readout.textContent = percent(value);
            const pixel = page.config.micronsPerPixel;
            ruler.hidden = !(pixel > 0);
            if (pixel > 0) {
                const cssPixel = pixel * OpenSeadragon.pixelDensityRatio / value;
                const { length, text } = roundLength(140 * cssPixel);
                ruler.style.width = `${length / cssPixel}px`;
                rulerText.textContent = text;
            }
        }

        /** Says something soon, unless something else has to be said before. */
        function announce(/** @type {string} */ text) {
            window.clearTimeout(timer);
            timer = window.setTimeout(() => {
                announcement.textContent = text;
            }, 400);
        }

        for (const name of ['update-viewport', 'resize', 'open']) {
            viewer.addHandler(name, show);
        }
        viewer.addHandler('animation-finish', () => {
            show();
            const now = readout.textContent ?? '';
            if (spoken !== now) {
                spoken = now;
                announce(`Shown at ${now}`);
            }
        });
        return { announce };
    };
    window.zigguratScale.roundLength = roundLength;
})();
