/**
 * The picture in other people's pages: index.html?embed=1 shows it alone, and a button gives the
 * HTML that puts it there.
 *
 * A classic script without imports, because a page opened from the disk may load nothing else.
 */
(function () {
    'use strict';

    /** @param {string} id */
    const byID = (id) => document.getElementById(id);
    const isAlone = new URLSearchParams(location.search).get('embed') === '1';
    document.documentElement.classList.toggle('embed', isAlone);

    const button = byID('embed');
    const dialog = /** @type {HTMLDialogElement|null} */ (byID('embedding'));
    const code = /** @type {HTMLTextAreaElement|null} */ (byID('embedding-code'));
    if (!button || !dialog || !code) {
        return;
    }
    const config = JSON.parse(byID('ziggurat-config')?.textContent ?? '');

    /** The HTML that shows what is seen now. */
    function snippet() {
        const here = location.href.split(/[?#]/)[0];
        const address = `${config.address ? `${config.address}/` : here}?embed=1${location.hash}`;
        /** @param {string} text */
        const escaped = (text) => text.replace(
            /[&"<>]/g, (character) => `&#${character.charCodeAt(0)};`);
        return `<iframe src="${escaped(address)}" title="${escaped(document.title)}" `
            + 'width="100%" height="600" style="border: 0" loading="lazy" '
            + 'allowfullscreen></iframe>';
    }

    /** @param {string} text */
    function say(text) {
        const status = byID('embedding-status');
        if (status) {
            status.textContent = text;
        }
    }

    button.addEventListener('click', () => {
        code.value = snippet();
        say(location.protocol === 'file:' && !config.address
            ? 'This page lies on your disk: put in the address that it will have.' : '');
        dialog.showModal();
        code.select();
    });
    byID('embedding-copy')?.addEventListener('click', async () => {
        code.select();
        try {
            await navigator.clipboard.writeText(code.value);
            say('Copied.');
        } catch {
            say(document.execCommand('copy') ? 'Copied.' : 'Copy the marked text.');
        }
    });
    byID('embedding-close')?.addEventListener('click', () => dialog.close());
    // What is typed here is not meant for the picture.
    dialog.addEventListener('keydown', (event) => event.stopPropagation());
})();
