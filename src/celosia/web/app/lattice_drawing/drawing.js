// Draws a lattice: dots where there is room for them, areas where there is not.
import { LABELS, MINIMAL, OPTIMAL, SAFE, UNSAFE } from "celosia-lattice/places.js";

const INK = "#1b2429", PAPER = "#ffffff", RING = "#c26b00", EDGE = "#4d5963";
const SMALLEST_DOT = 4, MOST_DOTS = 8000;
const RATIO = window.devicePixelRatio || 1;

export class Drawing {
  constructor(canvas, places, colours, number) {
    this.canvas = canvas;
    this.places = places;
    this.colours = colours;
    this.number = number;
    this.pen = canvas.getContext("2d");
    this.pattern = this.hatched();
    this.stamps = new Map();
  }

  fit() {
    const { width, height } = this.places;
    Object.assign(this.canvas, { width: width * RATIO, height: height * RATIO });
    Object.assign(this.canvas.style, { width: `${width}px`, height: `${height}px` });
    this.pen.setTransform(RATIO, 0, 0, RATIO, 0, 0);
  }

  draw(here) {
    const places = this.places, { width, height } = places;
    const seen = places.bands.map((_, index) => places.seen(index));
    const dots = seen.reduce((sum, [from, to]) => sum + to - from, 0);
    const single = places.known && places.size >= SMALLEST_DOT && dots <= MOST_DOTS;
    this.pen.fillStyle = PAPER;
    this.pen.fillRect(0, 0, width, height);
    places.bands.forEach((band, index) => {
      if (single) this.dots(band, index, ...seen[index]);
      else this.areas(band, index);
    });
    if (here) this.edges(here);
    if (places.best) this.optimum();
    if (here) this.ring(here);
    this.pen.fillStyle = PAPER;
    this.pen.fillRect(0, 0, LABELS, height);
    places.bands.forEach((band, index) => this.label(band, index));
  }

  dots(band, index, from, to) {
    const { size, lines } = this.places, [left, top] = this.places.corner(index);
    const stamps = this.colours.map((_, kind) => this.stamp(kind, Math.min(size * 0.4, 9)));
    for (let at = from; at < to; at++) {
      const { picture, side } = stamps[this.places.known.kind[band.start + at]];
      const x = left + (Math.floor(at / lines) + 0.5) * size - side / 2;
      const y = top + ((at % lines) + 0.5) * size - side / 2;
      this.pen.drawImage(picture, x, y, side, side);
    }
  }
  sign(place, r) {
    const [x, y] = this.places.centre(place);
    const { picture, side } = this.stamp(this.places.figures(place).kind, r);
    this.pen.drawImage(picture, x - side / 2, y - side / 2, side, side);
  }
  // Signs are drawn once and copied: tens of thousands of them stay quick.
  stamp(kind, wanted) {
    const r = Math.round(2 * wanted) / 2, key = `${kind} ${r}`;
    if (!this.stamps.has(key)) {
      const side = 3 * r + 4, picture = document.createElement("canvas");
      picture.width = picture.height = Math.ceil(side * RATIO);
      const pen = picture.getContext("2d");
      pen.scale(picture.width / side, picture.width / side);
      this.outline(pen, kind, side / 2, r);
      this.stamps.set(key, { picture, side });
    }
    return this.stamps.get(key);
  }
  outline(pen, kind, middle, r) {
    pen.fillStyle = pen.strokeStyle = this.colours[kind];
    pen.lineWidth = Math.max(1, r / 4);
    pen.beginPath();
    if (kind === MINIMAL) pen.rect(middle - r, middle - r, 2 * r, 2 * r);
    else if (kind === OPTIMAL) diamond(pen, middle, middle, 1.4 * r);
    else pen.arc(middle, middle, kind === UNSAFE ? 0.8 * r : r, 0, 7);
    if (kind === UNSAFE) pen.stroke();
    else pen.fill();
  }

  areas(band, index) {
    this.pen.fillStyle = this.pattern;
    this.area(index, 0, band.unsafe);
    this.pen.fillStyle = this.colours[SAFE];
    this.area(index, band.unsafe, band.nodes);
    this.pen.fillStyle = this.colours[MINIMAL];
    const wide = Math.max(2, this.places.size);
    for (const at of band.marked) {
      const [x, y] = this.places.centre({ band: index, at });
      this.pen.fillRect(x - wide / 2, y - wide / 2, wide, wide);
    }
  }
  // Whole columns are one rectangle; what is left of the first and the last column, others.
  area(index, from, to) {
    const { lines, size } = this.places;
    while (from < to) {
      const line = from % lines, columns = line ? 0 : Math.floor((to - from) / lines);
      const tall = columns ? lines : Math.min(lines - line, to - from);
      const [x, y] = this.places.centre({ band: index, at: from });
      this.pen.fillRect(x - size / 2, y - size / 2, (columns || 1) * size, tall * size);
      from += (columns || 1) * tall;
    }
  }
  hatched() {
    const tile = document.createElement("canvas");
    tile.width = tile.height = 6;
    const pen = tile.getContext("2d");
    pen.strokeStyle = this.colours[UNSAFE];
    pen.beginPath();
    for (const shift of [-6, 0, 6]) {
      pen.moveTo(shift, 6);
      pen.lineTo(shift + 6, 0);
    }
    pen.stroke();
    return this.pen.createPattern(tile, "repeat");
  }

  edges(here) {
    if (!this.places.known) return;
    const beside = this.places.beside(here), start = this.places.centre(here);
    this.pen.strokeStyle = EDGE;
    this.pen.lineWidth = 1;
    this.pen.beginPath();
    for (const place of beside) {
      this.pen.moveTo(...start);
      this.pen.lineTo(...this.places.centre(place));
    }
    this.pen.stroke();
    for (const place of beside) this.sign(place, 4);
  }
  optimum() {
    const [x, y] = this.places.centre(this.places.best);
    this.pen.beginPath();
    diamond(this.pen, x, y, Math.max(9, Math.min(this.places.size * 0.6, 13)));
    this.pen.fillStyle = this.colours[OPTIMAL];
    this.pen.strokeStyle = PAPER;
    this.pen.lineWidth = 2;
    this.pen.fill();
    this.pen.stroke();
  }
  ring(here) {
    const [x, y] = this.places.centre(here);
    this.pen.beginPath();
    this.pen.arc(x, y, Math.max(11, Math.min(this.places.size * 0.7, 15)), 0, 7);
    this.pen.strokeStyle = RING;
    this.pen.lineWidth = document.activeElement === this.canvas ? 4 : 2.5;
    this.pen.stroke();
  }

  label(band, index) {
    const places = this.places, [, top] = places.corner(index);
    const y = top + (places.lines * places.size) / 2;
    const tall = Math.min(places.bandHeight * places.scale, 18);
    this.pen.fillStyle = INK;
    this.pen.font = `${Math.max(9, Math.min(12, tall * 0.8))}px sans-serif`;
    this.pen.textAlign = "right";
    this.pen.textBaseline = "middle";
    this.pen.fillText(`${this.number(band.safe)} / ${this.number(band.nodes)}`, LABELS - 8, y);
  }
}

function diamond(pen, x, y, r) {
  pen.moveTo(x, y - r);
  pen.lineTo(x + r, y);
  pen.lineTo(x, y + r);
  pen.lineTo(x - r, y);
  pen.closePath();
}
