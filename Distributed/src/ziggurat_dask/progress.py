"""The progress of a run on standard error."""

import sys
from typing import TextIO


class Progress:
    """Counts finished shards: a bar on a terminal, otherwise a line whenever the percentage changes."""

    def __init__(self, style: str, shards: int, cost: float, stream: TextIO | None = None) -> None:
        """`style` is auto, bar, plain or none; `cost` is the sum over all shards of the run."""
        stream = stream or sys.stderr
        if style == "auto":
            style = "bar" if stream.isatty() else "plain"
        self._style = style
        self._stream = stream
        self._shards = shards
        self._cost = cost
        self._ended = 0
        self._cost_ended = 0.0
        self._percent = -1
        self._is_bar_open = False

    def end_shard(self, cost: float) -> None:
        """Counts a shard that is done or has finally failed."""
        self._ended += 1
        self._cost_ended += cost
        self._show()

    def close(self) -> None:
        """Ends the line of the bar."""
        if self._is_bar_open:
            self._stream.write("\n")
            self._is_bar_open = False

    def _show(self) -> None:
        share = self._cost_ended / self._cost if self._cost > 0 else self._ended / self._shards
        percent = min(100, int(100 * share + 0.5))
        count = f"{self._ended} of {self._shards} shards"
        if self._style == "bar":
            filled = "█" * (percent * 30 // 100)
            self._stream.write(f"\r{filled:░<30} {percent:3} %  {count}\x1b[K")
            self._stream.flush()
            self._is_bar_open = True
        elif self._style == "plain" and percent != self._percent:
            print(f"{percent} %, {count}", file=self._stream, flush=True)
        self._percent = percent
