// Where the nodes of a lattice are on the picture, and what is known of them.
//
// A band per height, the coarsest at the top. A band's nodes stand in columns, from top to bottom
// and from left to right: first the unsafe ones, then the safe ones by loss.
export const OPTIMAL = 0, MINIMAL = 1, SAFE = 2, UNSAFE = 3;
export const LABELS = 120, MARGIN = 12;
const GAP = 0.3, LARGEST_CELL = 20, CLOSEST = 400, NEAR = 10;

export class Places {
  constructor({ heights, sizes, lows }) {
    this.sizes = sizes;
    this.lows = lows;
    this.strides = sizes.map((_, j) => sizes.slice(j + 1).reduce((a, b) => a * b, 1));
    this.total = 0;
    this.bands = heights.map((height) => {
      const band = { ...height, start: this.total, unsafe: height.nodes - height.safe, marked: [] };
      this.total += height.nodes;
      return band;
    });
    this.known = null; // figures of single nodes, once they have come
    this.best = null;
    this.whole();
  }

  // Take the figures of single nodes, as the REST interface gives them.
  take(all) {
    const n = this.total, number = new Uint32Array(all, 0, n);
    const kind = new Uint8Array(all, 16 * n, n), rank = new Uint32Array(n);
    for (let i = 0; i < n; i++) rank[number[i]] = i;
    this.known = {
      number,
      rank,
      kind,
      loss: new Float32Array(all, 4 * n, n),
      suppressed: new Uint32Array(all, 8 * n, n),
      smallest: new Uint32Array(all, 12 * n, n),
    };
    this.bands.forEach((band, index) => {
      for (let at = band.unsafe; at < band.nodes; at++) {
        if (kind[band.start + at] === MINIMAL) band.marked.push(at);
        if (kind[band.start + at] === OPTIMAL) this.best = { band: index, at };
      }
    });
  }

  // nodes and their places
  figures({ band, at }) {
    const i = this.bands[band].start + at, known = this.known;
    const risk = known.smallest[i] ? 1 / known.smallest[i] : 0;
    return { kind: known.kind[i], loss: known.loss[i], risk, suppressed: known.suppressed[i] };
  }
  levels({ band, at }) {
    const number = this.known.number[this.bands[band].start + at];
    const level = (size, j) => (Math.floor(number / this.strides[j]) % size) + this.lows[j];
    return this.sizes.map(level);
  }
  placeOf(levels) {
    const number = levels.reduce((sum, l, j) => sum + (l - this.lows[j]) * this.strides[j], 0);
    const band = levels.reduce((a, b) => a + b, 0) - this.bands[0].height;
    return { band, at: this.known.rank[number] - this.bands[band].start };
  }
  beside(place) {
    const levels = this.levels(place), found = [];
    levels.forEach((level, j) => {
      for (const other of [level - 1, level + 1])
        if (other >= this.lows[j] && other < this.lows[j] + this.sizes[j])
          found.push(this.placeOf(levels.with(j, other)));
    });
    return found;
  }
  step({ band, at }, up, along) {
    const to = clamp(band + up, 0, this.bands.length - 1), last = this.bands[to].nodes - 1;
    const same = up ? Math.round((at / Math.max(1, this.bands[band].nodes - 1)) * last) : at;
    return { band: to, at: clamp(same + along, 0, last) };
  }

  // the sizes of everything
  fit(width) {
    const most = Math.max(...this.bands.map((band) => band.nodes));
    this.width = width;
    this.height = clamp(26 * this.bands.length, 420, 760);
    this.bandHeight = (this.height - 2 * MARGIN) / this.bands.length;
    const tall = this.bandHeight * (1 - GAP), wide = width - LABELS - MARGIN;
    this.lines = 1;
    while (wide / Math.ceil(most / this.lines) < tall / (this.lines + 1)) this.lines++;
    this.cell = Math.min(LARGEST_CELL, tall / this.lines, wide / Math.ceil(most / this.lines));
  }
  get size() {
    return this.cell * this.scale;
  }
  corner(index) {
    const band = this.bands[index], wide = Math.ceil(band.nodes / this.lines) * this.cell;
    const inside = (this.bandHeight - this.lines * this.cell) / 2;
    const above = (this.bands.length - 1 - index) * this.bandHeight;
    const x = LABELS + (this.width - LABELS - MARGIN - wide) / 2, y = MARGIN + above + inside;
    return [x * this.scale + this.x, y * this.scale + this.y];
  }
  centre({ band, at }) {
    const [x, y] = this.corner(band), size = this.size;
    const column = Math.floor(at / this.lines), line = at % this.lines;
    return [x + (column + 0.5) * size, y + (line + 0.5) * size];
  }
  // From which node of a band to which there are some on the picture now.
  seen(index) {
    const [x, y] = this.corner(index), { size, lines } = this;
    if (y > this.height || y + lines * size < 0) return [0, 0];
    const from = Math.max(0, Math.floor((LABELS - x) / size)) * lines;
    const to = Math.max(from, Math.ceil((this.width - x) / size) * lines);
    return [from, to].map((at) => Math.min(at, this.bands[index].nodes));
  }
  // Find the band at a point, and its nearest node if there is one not far from it.
  under(px, py) {
    const above = ((py - this.y) / this.scale - MARGIN) / this.bandHeight;
    const band = this.bands.length - 1 - Math.floor(above);
    if (!this.bands[band]) return null;
    const [x, y] = this.corner(band);
    const wide = Math.ceil(this.bands[band].nodes / this.lines) * this.size;
    if (!this.known || px < x - NEAR || px > x + wide + NEAR) return { band, at: null };
    const column = Math.max(0, Math.floor((px - x) / this.size));
    const line = clamp(Math.floor((py - y) / this.size), 0, this.lines - 1);
    return { band, at: Math.min(this.bands[band].nodes - 1, column * this.lines + line) };
  }

  // what part of it is seen
  whole() {
    this.scale = 1;
    this.x = this.y = 0;
  }
  zoom(factor, px, py) {
    const scale = clamp(this.scale * factor, 1, CLOSEST), by = scale / this.scale;
    this.x = px - (px - this.x) * by;
    this.y = py - (py - this.y) * by;
    this.scale = scale;
    if (scale === 1) this.whole();
  }
  drag(dx, dy) {
    this.x += dx;
    this.y += dy;
  }
  bringIntoView(place) {
    const [x, y] = this.centre(place);
    if (x < LABELS || x > this.width - MARGIN) this.x += (this.width + LABELS) / 2 - x;
    if (y < MARGIN || y > this.height - MARGIN) this.y += this.height / 2 - y;
  }
}

function clamp(value, least, most) {
  return Math.max(least, Math.min(most, value));
}
