/* Runs in the head of the page: ?embed=1 shows only the image, from the first frame, and
 * &controls=none no buttons. */
(({ classList }, values) => {
    classList.toggle('embed', values.get('embed') === '1');
    classList.toggle('bare', values.get('controls') === 'none');
})(document.documentElement, new URLSearchParams(location.search));
/* A script that was not uploaded. */
addEventListener('error', ({ target }) => {
    const { src } = /** @type {HTMLScriptElement} */ (target);
    if (target instanceof HTMLScriptElement && src.includes('/viewer/')
        && !src.includes('/picture') && !src.includes('/languages/')) {
        const show = () => {
            const message = document.getElementById('message');
            if (message) {
                message.textContent = text(
                    'This page is incomplete: {file} is missing.', { file: src.split('/').pop() });
                message.hidden = false;
            }
        };
        document.readyState === 'loading' ? addEventListener('DOMContentLoaded', show) : show();
    }
}, true);
