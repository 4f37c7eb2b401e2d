/**
 * The dialog with HTML that embeds the image in another page. start.js and page.css hide the rest of
 * the page for index.html?embed=1.
 *
 * @param {Page} page
 * @param {() => string} view The view, in the form of the address.
 */
const zigguratEmbed = function (page, view) {
    'use strict';

    const [button, dialog, status, copy, close] = [
        'embed', 'embedding', 'embedding-status', 'embedding-copy', 'embedding-close',
    ].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
    const sheet = /** @type {HTMLDialogElement} */ (dialog);
    const code = /** @type {HTMLTextAreaElement} */ (document.getElementById('embedding-code'));

    /** Returns the HTML for the current view. */
    function snippet() {
        const { address, title } = page.config;
        const at = new URL(address ? `${address}/` : zigguratLink.to(page, ''));
        at.search = '?embed=1';
        at.hash = view();
        /** @param {string} value */
        const escaped = (value) => value.replace(
            /[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
        return `<iframe src="${escaped(at.href)}" title="${escaped(title)}" `
            + 'width="100%" height="600" style="border: 0" loading="lazy" '
            + 'allowfullscreen></iframe>';
    }

    button.addEventListener('click', () => {
        code.value = snippet();
        status.textContent = location.protocol === 'file:' && !page.config.address
            ? text('This page is on your disk. Replace its address with the published one.') : '';
        sheet.showModal();
        code.select();
    });
    copy.addEventListener('click', async () => {
        try {
            await zigguratLink.copy(code.value, code);
            status.textContent = text('Copied.');
        } catch {
            status.textContent = text('Cannot copy. Copy the selected text yourself.');
        }
        code.select();
    });
    close.addEventListener('click', () => sheet.close());
    // Keys in the dialog must not move the image.
    dialog.addEventListener('keydown', (event) => event.stopPropagation());
};
