/* Runs in the head of the page: ?embed=1 shows only the image, from the first frame. */
document.documentElement.classList.toggle(
    'embed', new URLSearchParams(location.search).get('embed') === '1');
