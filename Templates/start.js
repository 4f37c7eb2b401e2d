/* Stands in the head of the page: ?embed=1 shows the picture alone, from the first moment on. */
document.documentElement.classList.toggle(
    'embed', new URLSearchParams(location.search).get('embed') === '1');
