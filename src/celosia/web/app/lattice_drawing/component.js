// A lattice of any size on a canvas: zoomed and moved, pointed at, and walked through by keyboard.
import { Drawing } from "celosia-lattice/drawing.js";
import { Places, UNSAFE } from "celosia-lattice/places.js";

const CLOSER = 1.6, TURN = 1.25, STILL = 5, TIP = 300;

export default {
  template: `
    <div class="lattice-map">
      <div class="lattice-tools">
        <button type="button" data-name="zoom-in" @click="zoom(closer)">{{ texts.zoom_in }}</button>
        <button type="button" data-name="zoom-out" @click="zoom(1 / closer)">{{ texts.zoom_out }}</button>
        <button type="button" data-name="whole" @click="whole">{{ texts.whole }}</button>
        <button v-if="address" type="button" data-name="to-best" @click="toBest">
          {{ texts.to_best }}
        </button>
        <span v-for="(sign, kind) in ['◆', '■', '●', '○']">
          <span aria-hidden="true" :style="{color: colours[kind]}">{{ sign }}</span>
          {{ texts.kinds[kind] }}
        </span>
      </div>
      <div class="lattice-box" ref="box">
        <canvas ref="canvas" tabindex="0" role="application" :aria-label="texts.said"
          data-name="lattice-canvas" @keydown="pressed" @focus="draw" @blur="draw"
          @pointerdown="grabbed" @pointermove="moved" @pointerup="released"
          @pointerleave="left" @wheel="wheeled"></canvas>
        <div v-if="tip" class="lattice-tip" :style="{left: tip.x + 'px', top: tip.y + 'px'}">
          <div v-for="line in tip.lines">{{ line }}</div>
        </div>
      </div>
      <div role="status" class="lattice-spoken" data-name="lattice-spoken">{{ spoken }}</div>
    </div>`,
  props: {
    address: String,
    attributes: Array,
    lows: Array,
    sizes: Array,
    heights: Array,
    colours: Array,
    texts: Object,
    language: String,
    picked: Array,
  },
  data: () => ({ tip: null, spoken: "", closer: CLOSER }),
  created() {
    const number = new Intl.NumberFormat(this.language, { useGrouping: "always" });
    const share = { style: "percent", maximumFractionDigits: 1 };
    this.number = number.format;
    this.share = new Intl.NumberFormat(this.language, share).format;
    this.places = new Places(this);
    this.here = null; // the node that the keyboard is at
    this.asked = null; // the drawing that is about to be made
    this.grip = null; // where the picture is held while it is dragged
  },
  mounted() {
    this.drawing = new Drawing(this.$refs.canvas, this.places, this.colours, this.number);
    this.watching = new ResizeObserver(() => this.fit());
    this.watching.observe(this.$refs.box);
    this.fit();
    if (this.address) this.load();
  },
  unmounted() {
    this.watching.disconnect();
    cancelAnimationFrame(this.asked);
  },
  watch: {
    picked() {
      this.showPicked();
    },
  },
  methods: {
    async load() {
      const answer = await fetch(this.address);
      if (!answer.ok) {
        this.spoken = this.texts.failed;
        return;
      }
      const nodes = await answer.arrayBuffer();
      if (!this.$refs.canvas) return; // the step was drawn anew meanwhile
      this.places.take(nodes);
      this.showPicked();
      this.$refs.canvas.dataset.ready = "true";
    },
    fit() {
      this.places.fit(Math.max(320, this.$refs.box.clientWidth));
      this.drawing.fit();
      this.draw();
    },
    draw() {
      this.asked ??= requestAnimationFrame(() => {
        this.asked = null;
        this.drawing.draw(this.here);
      });
    },

    // nodes
    told(place) {
      if (place.at === null || !this.places.known) {
        const { safe, nodes } = this.places.bands[place.band];
        const said = this.texts.band.replace("{safe}", this.number(safe));
        return [said.replace("{nodes}", this.number(nodes))];
      }
      const levels = this.places.levels(place), found = this.places.figures(place);
      const named = this.attributes.map((name, j) => `${name} ${levels[j]}`).join(", ");
      if (found.kind === UNSAFE) return [named, this.texts.kinds[UNSAFE]];
      return [
        named,
        this.texts.kinds[found.kind],
        `${this.texts.loss}: ${this.share(found.loss)}`,
        `${this.texts.risk}: ${this.share(found.risk)}`,
        `${this.texts.left_out}: ${this.number(found.suppressed)}`,
      ];
    },
    showPicked() {
      if (this.places.known) this.goTo(this.places.placeOf(this.picked));
    },
    goTo(place) {
      this.here = place;
      this.spoken = this.told(place).join("; ");
      this.places.bringIntoView(place);
      this.draw();
    },
    choose(place) {
      if (!place || place.at === null || !this.places.known) return;
      this.goTo(place);
      this.$emit("go", this.places.levels(place));
    },
    toBest() {
      this.choose(this.places.best);
    },

    // moving about
    zoom(factor) {
      const { width, height } = this.places;
      const middle = this.here ? this.places.centre(this.here) : [width / 2, height / 2];
      this.places.zoom(factor, ...middle);
      this.draw();
    },
    whole() {
      this.places.whole();
      this.draw();
    },
    wheeled(event) {
      if (event.deltaY > 0 && this.places.scale === 1) return; // the page scrolls on
      event.preventDefault();
      this.places.zoom(event.deltaY < 0 ? TURN : 1 / TURN, event.offsetX, event.offsetY);
      this.draw();
    },
    grabbed(event) {
      this.grip = { x: event.offsetX, y: event.offsetY, dragged: false };
    },
    moved(event) {
      const { offsetX: x, offsetY: y } = event;
      if (this.grip && event.buttons) this.dragged(x, y);
      else this.pointed(x, y);
    },
    dragged(x, y) {
      const dx = x - this.grip.x, dy = y - this.grip.y;
      if (!this.grip.dragged && Math.hypot(dx, dy) < STILL) return;
      this.grip = { x, y, dragged: true };
      this.tip = null;
      this.places.drag(dx, dy);
      this.draw();
    },
    pointed(x, y) {
      const place = this.places.under(x, y);
      const left = Math.max(0, x > this.places.width - TIP ? x - TIP : x + 14);
      this.tip = place && { x: left, y: y + 14, lines: this.told(place) };
    },
    released(event) {
      const still = this.grip && !this.grip.dragged;
      this.grip = null;
      if (still) this.choose(this.places.under(event.offsetX, event.offsetY));
    },
    left() {
      this.tip = this.grip = null;
    },

    // by keyboard
    pressed(event) {
      const moves = {
        ArrowLeft: () => this.step(0, -1),
        ArrowRight: () => this.step(0, 1),
        ArrowUp: () => this.step(1, 0),
        ArrowDown: () => this.step(-1, 0),
        Home: () => this.step(0, -Infinity),
        End: () => this.step(0, Infinity),
        Enter: () => this.choose(this.here),
        " ": () => this.choose(this.here),
        "+": () => this.zoom(CLOSER),
        "-": () => this.zoom(1 / CLOSER),
        0: () => this.whole(),
      };
      const move = moves[event.key];
      if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.tip = null;
      move();
    },
    step(up, along) {
      this.goTo(this.places.step(this.here || { band: 0, at: 0 }, up, along));
    },
  },
};
