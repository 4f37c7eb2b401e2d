/**
 * The picture in other people's pages: a button gives the HTML that puts it there. What
 * index.html?embed=1 leaves out stands in start.js and page.css.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 *
 * @param {Page} page
 * @param {() => string} view What is seen, as an address has it.
 */
const zigguratEmbed = function (page, view) {
    'use strict';

    const [button, dialog, status, copy, close] = [
        'embed', 'embedding', 'embedding-status', 'embedding-copy', 'embedding-close',
    ].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
    const sheet = /** @type {HTMLDialogElement} */ (dialog);
    const code = /** @type {HTMLTextAreaElement} */ (document.getElementById('embedding-code'));

    /** The HTML that shows what is seen now. */
    function snippet() {
        const { address, title } = page.config;
        const at = new URL(address ? `${address}/` : zigguratLink.to(page, ''));
        at.search = '?embed=1';
        at.hash = view();
        /** @param {string} text */
        const escaped = (text) => text.replace(
            /[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
        return `<iframe src="${escaped(at.href)}" title="${escaped(title)}" `
            + 'width="100%" height="600" style="border: 0" loading="lazy" '
            + 'allowfullscreen></iframe>';
    }

    button.addEventListener('click', () => {
        code.value = snippet();
        status.textContent = location.protocol === 'file:' && !page.config.address
            ? 'This page lies on your disk: put in the address that it will have.' : '';
        sheet.showModal();
        code.select();
    });
    copy.addEventListener('click', async () => {
        try {
            await zigguratLink.copy(code.value, code);
            status.textContent = 'Copied.';
        } catch {
            status.textContent = 'Copy the marked text.';
        }
        code.select();
    });
    close.addEventListener('click', () => sheet.close());
    // What is typed here is not meant for the picture.
    dialog.addEventListener('keydown', (event) => event.stopPropagation());
};
