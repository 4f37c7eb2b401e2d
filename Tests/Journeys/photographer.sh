# A photographer makes a first export and publishes it on GitHub Pages. Judges: Git and a browser.
. "${BASH_SOURCE%/*}/journey.sh"

photograph picosdeeuropa photo.jpg
guide getting-started

git config --global --get user.name >/dev/null || {
    export GIT_AUTHOR_NAME=Test GIT_AUTHOR_EMAIL=test@example.org
    export GIT_COMMITTER_NAME=Test GIT_COMMITTER_EMAIL=test@example.org
}
export REPOSITORY=$PWD/remote.git
git init --quiet --bare "$REPOSITORY"
guide github-pages

git clone --quiet --branch gh-pages "$REPOSITORY" published
[[ -f published/.nojekyll ]] || fail ".nojekyll is missing in the published site"
diff -r --exclude .ziggurat.json --exclude .git site published
port=$(free_port)
python3 -m http.server --bind 127.0.0.1 --directory published "$port" >/dev/null 2>&1 &
wait_for "http://127.0.0.1:$port/"
judge - "http://127.0.0.1:$port" <<'END'
import sys
from webdriver import Browser

root = sys.argv[1]
with Browser(1000, 700) as browser:
    browser.open(root + "/photo/dzi/index.html")
    browser.wait("return window.ziggurat && ziggurat.ready.then(() => true)")
    size = browser.run("return ziggurat.viewer.world.getItemAt(0).getContentSize().x")
    assert size == 1200, size
    browser.open(root + "/index.html")
    browser.wait("return document.querySelector('a[href^=\"photo/\"] img')?.naturalWidth > 0")
    # The negative control: a page that does not exist has no viewer.
    browser.open(root + "/missing/index.html")
    assert not browser.run("return !!window.ziggurat")
END

# The languages of pages. Judges: a browser that asks for German, and grep.
mkdir languages
cp photo.jpg languages/
cd languages
blocks csv languages >titles.csv
guide languages
grep -q '<html lang="de" dir="ltr" data-fixed>' german/index.html german/photo/dzi/index.html || fail "not German"
grep -q 'Inzoomen' dutch/photo/dzi/index.html || fail "the added language is missing"
grep -q '>License</dt>' own/photo/dzi/index.html || fail "the changed English text is missing"
judge - "file://$PWD" <<'END'
import sys
from webdriver import Browser

root = sys.argv[1]
with Browser(1000, 700) as browser:
    agent = browser.run("return navigator.userAgent")
    # Swedish is the negative control: the program has no Swedish texts.
    for language, credit, zoom in [("de", "Fotografie", "Näher heran"), ("sv", "Credit", "Zoom in"),
                                   ("fr", "Crédit", "Zoom avant")]:
        browser.tools("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)
        browser.open(root + "/own/photo/dzi/index.html")
        texts = browser.run("return [document.querySelector('[data-about=attribution]')"
                            ".previousElementSibling.textContent,"
                            "document.querySelector('[data-action=zoomIn]').textContent]")
        assert texts == [credit, zoom], texts
        browser.open(root + "/public/index.html")
        title = browser.run("return document.querySelector('.open b').textContent")
        expected = {"de": "Sonnenuntergang", "fr": "Coucher de soleil"}.get(language, "Sunset")
        assert title == expected, title
END
