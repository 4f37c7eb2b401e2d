// needs: head/text.js, tiles/paths.js, page/link.js
/**
 * The dialog with HTML that embeds the image in another page, in a frame or in the element of
 * component.js. The script loads at the first use. For index.html?embed=1, start.js and page.css
 * hide the other parts of the page.
 *
 * @param {Page} page
 * @param {() => string} view Returns the view in the form of the page's address.
 * @param {Config['component']} component The scripts of the page's own image; missing in a page of
 *     one file.
 * @returns {() => void} Opens the dialog.
 */
ziggurat.embed = function (page, view, component) {
    'use strict';

    const { text } = ziggurat;

    const [dialog, status, copy, close] = [
        'embedding', 'embedding-status', 'embedding-copy', 'embedding-close',
    ].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
    const sheet = /** @type {HTMLDialogElement} */ (dialog);
    const code = /** @type {HTMLTextAreaElement} */ (document.getElementById('embedding-code'));

    const kinds = /** @type {HTMLElement} */ (document.getElementById('embedding-kinds'));
    kinds.hidden = !component;

    /** @param {string} text */
    const escaped = (text) => text.replace(
        /[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);

    /** Returns the HTML of a frame or of an element with the current view. */
    function snippet() {
        const { address } = page.config;
        const title = page.heading?.() ?? page.config.title;
        const at = new URL(address ? `${address}/` : ziggurat.link.to(page, ''));
        const [script, place] = [component?.script ?? '', view()];
        const chosen = /** @type {HTMLInputElement | null} */ (kinds.querySelector(':checked'));
        at.search = '';
        if (component && chosen?.value === 'element') {
            const source = new URL(ziggurat.paths.address(script), page.base ? location.href : at);
            const values = new URLSearchParams(place);
            const [region, degrees] = [values.get('xywh'), values.get('rotate')];
            return `<${'script'} src="${escaped(source.href)}" async></${'script'}>\n`
                + `<ziggurat-viewer src="${escaped(at.href.replace(/index\.html$/, ''))}"`
                + (region ? ` view="${region}"` : '')
                + (degrees ? ` rotate="${degrees}"` : '')
                + (values.get('flip') ? ' flip' : '')
                + ` title="${escaped(title)}">\n`
                + `  <a href="${escaped(at.href)}">${escaped(title)}</a>\n</ziggurat-viewer>`;
        }
        at.search = '?embed=1';
        at.hash = place;
        return `<iframe src="${escaped(at.href)}" title="${escaped(title)}" `
            + 'width="100%" height="600" style="border: 0" loading="lazy" '
            + 'allowfullscreen></iframe>';
    }

    function show() {
        code.value = snippet();
        code.select();
    }
    kinds.addEventListener('change', show);
    copy.addEventListener('click', async () => {
        try {
            await ziggurat.link.copy(code.value, code);
            status.textContent = text('Copied.');
        } catch {
            status.textContent = text('Cannot copy. Copy the selected text yourself.');
        }
        code.select();
    });
    close.addEventListener('click', () => sheet.close());
    // Keys that are pressed in the dialog must not move the image.
    dialog.addEventListener('keydown', (event) => event.stopPropagation());

    return () => {
        status.textContent = location.protocol === 'file:' && !page.config.address
            ? text('This page is on your disk. Replace its address with the published one.') : '';
        sheet.showModal();
        show();
    };
};
