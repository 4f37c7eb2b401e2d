# A museum educator publishes tours, hotspots and notes. Judge: Chromium.
. "${BASH_SOURCE%/*}/journey.sh"

photograph Wine photo.jpg
photograph Wine other.jpg
mkdir tour
blocks markdown tours >tour/tour.md
blocks json tours >tour/tour.json
blocks csv tours >tours.csv
blocks geojson tours >notes.json
vips crop photo.jpg tour/glass.jpg 300 200 400 300
python3 - <<'END'
import wave

with wave.open("tour/bell.wav", "wb") as file:
    file.setparams((1, 1, 8000, 0, "NONE", ""))
    file.writeframes(b"\x80" * 4000)
END
guide tours
judge - "file://$PWD/public/photo/dzi/index.html" "file://$PWD/linked/photo/dzi/index.html" <<'END'
import sys
from webdriver import Browser

READY = "return window.ziggurat.ready.then(() => true)"
with Browser(1000, 700) as browser:
    browser.open(sys.argv[1] + "#step=2")
    browser.run(READY)
    browser.wait("return document.querySelector('#tour img')?.naturalWidth === 400")
    heading = browser.run("return document.getElementById('tour-heading').textContent")
    assert heading == "The glass", heading
    # The last run used the tour in JSON.
    count = browser.run("return document.getElementById('tour-count').textContent")
    assert count == "2 of 2", count
    browser.open(sys.argv[2])
    browser.run(READY)
    browser.wait("return document.querySelector('.pin')?.getAttribute('href') === './index.html#page=1&xywh=100,100,300,200'")
    # The negative control: an image without a tour.
    assert not browser.run("return document.getElementById('tour') !== null")
END
