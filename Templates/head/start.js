// needs: head/text.js
/* Runs in the head of the page, before the first frame: ?embed=1 shows only the image, and
 * &controls=none hides the buttons. */
(({ classList }, values) => {
    classList.toggle('embed', values.get('embed') === '1');
    classList.toggle('bare', values.get('controls') === 'none');
})(document.documentElement, new URLSearchParams(location.search));
/* Reports a script of the page that is missing on the server. */
addEventListener('error', ({ target }) => {
    const { src } = /** @type {HTMLScriptElement} */ (target);
    if (target instanceof HTMLScriptElement && src.includes('/viewer/')
        && !src.includes('/picture') && !src.includes('/languages/')) {
        const show = () => {
            const message = document.getElementById('message');
            if (message) {
                message.textContent = ziggurat.text(
                    'This page is incomplete: {file} is missing.', { file: src.split('/').pop() });
                message.hidden = false;
            }
        };
        document.readyState === 'loading' ? addEventListener('DOMContentLoaded', show) : show();
    }
}, true);
