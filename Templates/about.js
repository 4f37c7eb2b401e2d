/**
 * The caption and the links. The page contains those of its own image; this script fills in those of
 * other images of the destination.
 *
 * @typedef {object} About The configuration of a page without its tiles: see
 *     PageDescription+JSON.swift. Paths and addresses are relative to the bundle.
 * @property {string} name
 * @property {string} title
 * @property {{ description?: string, attribution?: string, rights?: string }} caption
 * @property {{ title: string, address: string, kind?: string, isBeside?: boolean }[]} links
 * @property {string} [background] A CSS colour.
 * @property {string} [layout]
 * @property {{ path: string, root: string, script: string }} [place]
 * @property {Note[]} [annotations]
 * @property {number} [micronsPerPixel]
 * @property {string} [address] The published address of the bundle, without a slash at the end.
 * @property {string} [placeholder] Only in the scripts of other images.
 *
 * @typedef {Pyramid & About} Config
 */
const zigguratAbout = (function () {
    'use strict';

    /**
     * Returns an address of a configuration, relative to the page.
     * @param {string} address
     * @param {string} base The address of the bundle.
     */
    const resolved = (address, base) => (/^https?:/i.test(address) ? address : base + address);

    /**
     * @param {HTMLElement} caption
     * @param {Config} config
     * @param {string} base The address of the bundle, relative to the page.
     */
    function fill(caption, config, base) {
        document.title = config.title;
        const set = (/** @type {string} */ name, /** @type {string | undefined} */ text) => {
            const place = /** @type {HTMLElement} */ (caption.querySelector(`[data-about="${name}"]`));
            place.textContent = text ?? '';
            const row = /** @type {HTMLElement} */ (place.closest('dl > div') ?? place);
            row.hidden = !text;
        };
        const digits = (/** @type {number} */ number) => number.toLocaleString('en');
        set('title', config.title);
        set('description', config.caption.description);
        set('size', `${digits(config.width)} × ${digits(config.height)} pixels`);
        set('attribution', config.caption.attribution);
        set('rights', config.caption.rights);
        const rights = /** @type {HTMLElement} */ (caption.querySelector('[data-about="rights"]'));
        const statement = config.caption.rights ?? '';
        if (/^https?:\/\//i.test(statement)) {
            const link = document.createElement('a');
            link.rel = 'license';
            link.href = link.textContent = statement;
            rights.replaceChildren(link);
        }
        const links = /** @type {HTMLElement} */ (caption.querySelector('.links'));
        links.replaceChildren(...config.links.map((each) => {
            const item = document.createElement('li');
            const link = document.createElement('a');
            link.href = resolved(each.address, base);
            link.textContent = each.title;
            link.className = each.kind ?? '';
            if (each.kind === 'original') {
                link.download = '';
            } else if (each.kind === 'manifest') {
                link.draggable = true;
                link.title = 'Drag onto a IIIF viewer';
            }
            item.append(link);
            return item;
        }));
    }

    /**
     * Makes links to IIIF manifests draggable. Viewers expect an absolute address with the manifest in
     * the parameter `manifest`.
     *
     * @param {HTMLElement} caption
     */
    function makeDraggable(caption) {
        caption.addEventListener('dragstart', (event) => {
            const link = /** @type {HTMLElement} */ (event.target).closest?.('a.manifest');
            if (link instanceof HTMLAnchorElement && event.dataTransfer) {
                const address = `${link.href}?manifest=${link.href}`;
                event.dataTransfer.setData('text/uri-list', address);
                event.dataTransfer.setData('text/plain', address);
            }
        });
    }

    return { fill, makeDraggable };
})();
