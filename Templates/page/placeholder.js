// needs: tiles/paths.js
/**
 * A small version of the image, shown until the tiles arrive. The page contains an element with the
 * placeholder of its own image. If the tiles cannot be shown, the thumbnail stays in their place. The
 * placeholder is also the icon of the page.
 *
 * @param {Page} page
 * @param {HTMLElement} stage
 */
ziggurat.placeholder = function (page, stage) {
    'use strict';

    let small = /** @type {HTMLImageElement | null} */ (stage.querySelector('#placeholder'));
    const own = small?.src;
    if (small) {
        showIcon(small);
    }

    function place() {
        const matrix = small && page.lens.matrix();
        if (small && matrix) {
            small.classList.add('placed');
            small.style.width = `${page.config.width}px`;
            small.style.height = `${page.config.height}px`;
            small.style.transform = `matrix(${matrix.join()})`;
        }
    }
    page.lens.events.addEventListener('move', place);

    /** Removes the placeholder, unless the lens needs it below an opaque image. */
    function release() {
        if (!page.lens.needsUnderlay || page.config.transparent) {
            remove();
        }
    }

    function remove() {
        small?.remove();
        small = null;
    }

    /** @param {string} source @param {string} alt */
    function add(source, alt) {
        remove();
        small = document.createElement('img');
        small.id = 'placeholder';
        Object.assign(small, { alt, src: source });
        small.addEventListener('error', remove, { once: true });
        stage.prepend(small);
    }

    /** Shows the thumbnail, if the tiles cannot be shown. */
    function showStill() {
        const { thumbnail, title } = page.config;
        if (thumbnail) {
            add(ziggurat.paths.address(page.base + thumbnail), title);
        }
    }
    page.lens.events.addEventListener('failure', showStill);

    /**
     * Makes the middle of an image the icon of the page, in the tab of the browser.
     * @param {HTMLImageElement} image
     */
    async function showIcon(image) {
        const icon = /** @type {HTMLLinkElement | null} */ (
            document.querySelector('link[rel="icon"]'));
        try {
            await image.decode();
        } catch {
            return;
        }
        const canvas = document.createElement('canvas');
        const { naturalWidth: width, naturalHeight: height } = image;
        const side = Math.min(width, height);
        [canvas.width, canvas.height] = [32, 32];
        canvas.getContext('2d')?.drawImage(
            image, (width - side) / 2, (height - side) / 2, side, side, 0, 0, 32, 32);
        // A template may have an icon of its own.
        if (icon?.getAttribute('href') === 'data:,') {
            icon.href = canvas.toDataURL();
        }
    }

    /** Shows the placeholder of the current image. */
    function show() {
        const source = page.number ? page.config.placeholder : own;
        if (small?.src !== source) {
            remove();
        }
        if (!small && source) {
            add(source, '');
        }
    }

    return { release, show };
};
