// needs: openseadragon/tiles.js
/**
 * Two pages of a book side by side, as in the open book: the first page alone, then the second and
 * the third. The page that the middle of the view shows is the current image. The switch is visible
 * in wide windows, and the address contains it: pages=2.
 *
 * @param {Page} page
 * @param {ReturnType<typeof ziggurat.pager>} pager
 * @param {() => void} describe Called when the other page becomes the current image.
 * @param {() => void} reopen Called to show the current image again.
 */
ziggurat.spread = function (page, pager, describe, reopen) {
    'use strict';

    const { lens, viewer } = page;
    const isWide = window.matchMedia('print, (min-width: 800px) and (min-aspect-ratio: 1)');
    // A user's template may lack the switch.
    const button = /** @type {HTMLElement | null} */ (document.querySelector('#spread'));
    let isWanted = false;
    /**
     * The other visible page.
     * @type {{ config: Config, base: string, number: number } | null}
     */
    let other = null;

    const direction = () => window.zigguratBook?.direction ?? 'ltr';
    /** Whether the pages of the book lie beside each other. */
    const isPossible = () => isWide.matches && ['ltr', 'rtl'].includes(direction())
        && (window.zigguratBook?.labels.length ?? 0) > 1;

    /** Updates the switch. Needs the loaded list of images. */
    function refresh() {
        if (button) {
            button.hidden = !isPossible();
            button.setAttribute('aria-pressed', String(isWanted));
        }
    }

    /** Reads the switch from the address; returns whether it has changed. */
    function read() {
        const values = new URLSearchParams(location.hash.slice(1));
        const wasWanted = isWanted;
        isWanted = values.get('pages') === '2';
        return isWanted !== wasWanted;
    }

    /** Returns the numbers of both pages in their order; of one page if it is alone. */
    function pages() {
        const current = pager.number(page.number);
        return (other ? [current, pager.number(other.number)] : [current]).sort((a, b) => a - b);
    }

    /**
     * Returns the page beside the current image, as images for OpenSeadragon.
     * @returns {Promise<OpenSeadragon.OpenedImage[]>}
     */
    async function sources() {
        other = null;
        const all = isWanted ? await pager.list() : [];
        const current = pager.number(page.number);
        const number = current % 2 ? current - 1 : current + 1;
        if (!isWanted || !isPossible() || number < 1 || number > all.length) {
            return [];
        }
        other = await pager.picture(number).catch(() => null);
        const { width, height } = page.config;
        return beside().map(({ config, base, x }) => ({
            tileSource: ziggurat.tiles.source(config, base), clip: ziggurat.tiles.clip(config),
            x: x / width, y: 0, height: height / width,
        }));
    }

    /** Returns the other visible page: see Page. */
    function beside() {
        if (!other) {
            return [];
        }
        const { config, base, number } = other;
        // Both pages have the same height.
        const scale = page.config.height / config.height;
        const isLeft = (pager.number(number) < pager.number(page.number)) === (direction() === 'ltr');
        return [{ config, base, scale, x: isLeft ? -scale * config.width : page.config.width }];
    }

    /** Makes the page in the middle of the view the current image. */
    function follow() {
        if (!other || !lens.matrix() || lens.isHome()) {
            return;
        }
        const { x, width } = lens.region();
        const middle = x + width / 2;
        if (middle < 0 || middle > page.config.width) {
            const { config, base, number } = page;
            Object.assign(page, other);
            other = { config, base, number };
            viewer.world.setItemIndex(viewer.world.getItemAt(1), 0);
            describe();
        }
    }
    lens.events.addEventListener('rest', follow);

    button?.addEventListener('click', () => {
        isWanted = !isWanted;
        refresh();
        reopen();
    });
    isWide.addEventListener('change', () => {
        refresh();
        if (isWanted && !window.matchMedia('print').matches) {
            reopen();
        }
    });
    Object.assign(page, { beside, pages });

    return { parts: () => (isWanted ? ['pages=2'] : []), read, refresh, restore: () => {}, sources };
};
