// needs:
/**
 * The only global of the page's scripts. Each script adds its function or object as a member. When
 * the page of an image or a comparison starts, it adds the values of Page in page/view.js. For
 * scripts of other authors, `window.ziggurat` is this object from then on.
 *
 * The lines `// needs:` at the top of a script name the scripts that declare the members it uses.
 * The order of the scripts follows from these lines. `?` marks a script that not every page has;
 * its member is used with `?.`.
 */
const ziggurat = {};
