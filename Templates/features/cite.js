// needs: head/text.js, page/link.js, features/crop.js, compare/crop.js?
/**
 * The dialog “Cite this view” with a citation and links, which is also the dialog “Save this view”
 * with the visible part of the image as a file. The script loads at the first use.
 *
 * @param {Page} page
 * @param {() => string} view Returns the view in the form of the page's address.
 * @returns {(opener: HTMLElement) => void} Opens the dialog; the focus returns to the opener, whose
 *     `data-part` is the part to show, `cite` or `save`; both parts if it is missing.
 */
ziggurat.cite = function (page, view) {
    'use strict';

    const { text } = ziggurat;
    // The cut-out of a comparison contains all visible images.
    const { draw, plan, size } = ziggurat.compareCrop ?? ziggurat.crop;
    const { inside } = ziggurat.crop;

    const sheet = /** @type {HTMLDialogElement} */ (document.getElementById('citing'));
    const find = (/** @type {string} */ id) =>
        /** @type {HTMLElement} */ (document.getElementById(`citing-${id}`));
    const field = (/** @type {string} */ id) =>
        /** @type {HTMLTextAreaElement} */ (document.getElementById(`citing-${id}`));
    const status = find('status');
    const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (
        sheet.querySelectorAll('[data-type]'));
    /** @type {Cut} */
    let cut;

    /** Returns the link to the view, at the published address if it is known. */
    function link() {
        const { address } = page.config;
        if (!address) {
            return ziggurat.link.to(page, view());
        }
        const at = new URL(`${address}/`);
        at.hash = view();
        return at.href;
    }

    /** Returns creator, title, date, rights, address and the day of the visit. */
    function citation() {
        const { title, caption } = page.config;
        const day = new Date().toISOString().slice(0, 10);
        const parts = [
            caption.creator ?? caption.attribution, `“${page.heading?.() ?? title}”`, caption.date,
            caption.creator ? caption.attribution : '',
            text(caption.licenceName ?? caption.licence ?? caption.rightsName ?? caption.rights ?? ''),
        ].filter(Boolean).map((part) => String(part).replace(/\s+/g, ' ').trim());
        return `${parts.join(', ')}. ${link()} (${text('accessed {day}', { day })}).`;
    }

    function fill() {
        const { canvas, archive } = page.config;
        cut = plan(page);
        const { width, height } = cut.region;
        // The canvas contains only the current image.
        const own = inside(page.config, cut.region, 1)?.region ?? cut.region;
        field('text').value = citation();
        field('link').value = link();
        find('iiif-row').hidden = !canvas;
        field('iiif').value = canvas ? `${canvas}#xywh=${own.x},${own.y},${own.width},${own.height}` : '';
        const scale = page.config.levels[cut.level].scaleFactor;
        const [fullWidth, fullHeight] = page.lens.rotation() % 180 === 0
            ? [width, height] : [height, width];
        const sides = size(cut, page.lens);
        find('size').textContent = scale > 1 && !page.planes
            ? text('{width} × {height} pixels, reduced from {fullWidth} × {fullHeight}',
                { ...sides, fullWidth, fullHeight })
            : text('{width} × {height} pixels', sides);
        // Browsers do not let a script read images from the disk.
        const isDisk = location.protocol === 'file:' && !archive;
        find('disk').hidden = !isDisk;
        for (const button of buttons) {
            button.disabled = isDisk;
        }
        status.textContent = '';
    }

    /** @param {string} type A media type. */
    async function save(type) {
        const isJPEG = type === 'image/jpeg';
        const { name, background, transparent } = page.config;
        for (const button of buttons) {
            button.disabled = true;
        }
        try {
            const canvas = await draw(page, cut,
                background ?? (isJPEG || !transparent ? '#fff' : ''), (done, count) => {
                    status.textContent = text(
                        'Loading tiles: {done} of {total}', { done, total: count });
                });
            ziggurat.crop.stamp(canvas, page.config.watermark);
            const blob = await ziggurat.crop.file(canvas, type);
            const { x, y, width, height } = cut.region;
            const download = document.createElement('a');
            download.href = URL.createObjectURL(blob);
            const isAlone = x >= 0 && x + width <= page.config.width;
            const parts = isAlone ? [name, x, y, width, height]
                : [name, ...page.beside?.().map(({ config }) => config.name) ?? []].sort();
            download.download = `${parts.join('-')}.${isJPEG ? 'jpg' : 'png'}`;
            download.click();
            window.setTimeout(() => URL.revokeObjectURL(download.href), 60000);
            status.textContent = text('Saved as {file}.', { file: download.download });
        } catch (error) {
            const { message } = /** @type {Error} */ (error);
            status.textContent = text('Cannot save: {reason}', { reason: message });
        }
        for (const button of buttons) {
            button.disabled = false;
        }
    }

    for (const button of buttons) {
        button.addEventListener('click', () => save(button.dataset.type ?? ''));
    }
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (
        sheet.querySelectorAll('[data-copy]'))) {
        button.addEventListener('click', async () => {
            const source = field(button.dataset.copy ?? '');
            try {
                await ziggurat.link.copy(source.value, source);
                status.textContent = text('Copied.');
            } catch {
                status.textContent = text('Cannot copy. Copy the selected text yourself.');
            }
            source.select();
        });
    }
    find('close').addEventListener('click', () => sheet.close());
    // Keys that are pressed in the dialog must not move the image.
    sheet.addEventListener('keydown', (event) => event.stopPropagation());

    return (opener) => {
        fill();
        const { part = '' } = opener.dataset;
        const canSave = page.config.share?.includes('save') !== false;
        sheet.dataset.part = part || (canSave ? '' : 'cite');
        find('title').textContent = part === 'save' ? text('Save this view') : text('Cite this view');
        // When the dialog closes, the browser returns the focus to the element that had it. The
        // buttons of a list are hidden by then.
        const list = opener.closest('.menu')?.id;
        const back = list ? document.querySelector(`[data-menu="${list}"]`) : opener;
        /** @type {HTMLElement | null} */ (back)?.focus();
        sheet.showModal();
    };
};
