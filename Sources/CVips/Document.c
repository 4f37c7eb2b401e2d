#include "CVips.h"

#include <dlfcn.h>
#include <pthread.h>

// The functions and types of Poppler that are used, from poppler-document.h, poppler-page.h and
// poppler-action.h of libpoppler-glib.so.8. These headers would require the headers of Cairo. libvips' PDF
// loader loads the library.

typedef struct document document;
typedef struct page page;
typedef struct index_iter index_iter;

enum { DEST_NAMED = 9 };
typedef struct {
    int type;
    int page_num;
    double left, bottom, right, top, zoom;
    char *named_dest;
} dest;

enum { ACTION_GOTO_DEST = 2 };
typedef struct {
    int type;
    char *title;
    // Valid only for ACTION_GOTO_DEST.
    dest *dest;
} action;

#define FUNCTIONS(each)                                                                 \
    each(void, poppler_action_free, (action *))                                         \
    each(void, poppler_dest_free, (dest *))                                             \
    each(dest *, poppler_document_find_dest, (document *, const char *))                \
    each(int, poppler_document_get_n_pages, (document *))                               \
    each(page *, poppler_document_get_page, (document *, int))                          \
    each(document *, poppler_document_new_from_file,                                    \
        (const char *, const char *, GError **))                                        \
    each(void, poppler_index_iter_free, (index_iter *))                                 \
    each(action *, poppler_index_iter_get_action, (index_iter *))                       \
    each(index_iter *, poppler_index_iter_get_child, (index_iter *))                    \
    each(index_iter *, poppler_index_iter_new, (document *))                            \
    each(gboolean, poppler_index_iter_next, (index_iter *))                             \
    each(char *, poppler_page_get_label, (page *))

#define MEMBER(result, name, arguments) result (*name) arguments;
static struct library {
    FUNCTIONS(MEMBER)
} poppler;
static int is_loaded;

static void load(void)
{
    void *library = dlopen("libpoppler-glib.so.8", RTLD_LAZY | RTLD_LOCAL);
    if (!library) return;
#define FIND(result, name, arguments) \
    if (!(poppler.name = (__typeof__(poppler.name))dlsym(library, #name))) return;
    FUNCTIONS(FIND)
    is_loaded = 1;
}

// Appends a text to the end of a line.
static void append(GString *lines, const char *text)
{
    for (; text && *text; text++) {
        g_string_append_c(lines, (unsigned char)*text < 32 || *text == 127 ? ' ' : *text);
    }
    g_string_append_c(lines, '\n');
}

// Returns the page that an outline entry leads to, from 1; 0 if the entry leads to no page.
static int page_of(document *document, const action *action)
{
    if (!action || action->type != ACTION_GOTO_DEST || !action->dest) return 0;
    dest *target = action->dest;
    if (target->type != DEST_NAMED) return target->page_num;
    dest *named = poppler.poppler_document_find_dest(document, target->named_dest);
    int page = named ? named->page_num : 0;
    if (named) poppler.poppler_dest_free(named);
    return page;
}

static void append_sections(
    GString *lines, document *document, index_iter *entry, int depth, int *left)
{
    for (int is_there = entry != NULL; is_there && *left > 0;
         is_there = poppler.poppler_index_iter_next(entry)) {
        --*left;
        action *action = poppler.poppler_index_iter_get_action(entry);
        g_string_append_printf(lines, "S%d %d ", depth, page_of(document, action));
        append(lines, action ? action->title : NULL);
        if (action) poppler.poppler_action_free(action);
        if (depth >= 15) continue;
        index_iter *child = poppler.poppler_index_iter_get_child(entry);
        append_sections(lines, document, child, depth + 1, left);
        if (child) poppler.poppler_index_iter_free(child);
    }
}

char *zig_document_contents(const char *path, int most)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded) return NULL;
    char *absolute = g_canonicalize_filename(path, NULL);
    char *address = g_filename_to_uri(absolute, NULL, NULL);
    g_free(absolute);
    if (!address) return NULL;
    document *document = poppler.poppler_document_new_from_file(address, NULL, NULL);
    g_free(address);
    if (!document) return NULL;
    GString *lines = g_string_new(NULL);
    int count = poppler.poppler_document_get_n_pages(document);
    for (int number = 0; number < count && number < most; number++) {
        page *page = poppler.poppler_document_get_page(document, number);
        char *label = page ? poppler.poppler_page_get_label(page) : NULL;
        g_string_append_c(lines, 'L');
        append(lines, label);
        g_free(label);
        if (page) g_object_unref(page);
    }
    int left = most;
    index_iter *outline = poppler.poppler_index_iter_new(document);
    append_sections(lines, document, outline, 0, &left);
    if (outline) poppler.poppler_index_iter_free(outline);
    g_object_unref(document);
    return g_string_free(lines, FALSE);
}
