/** Counters and names are painted again once their typefaces have arrived. */
import { clearBitmaps } from '../map/bitmaps';

const NEEDED = [
  "800 20px 'Sofia Sans Condensed'", "500 12px 'Sofia Sans Condensed'", "700 12px 'Sofia Sans Condensed'",
  "800 14px 'Sofia Sans Extra Condensed'", "600 14px 'Source Serif 4'", "700 14px 'Source Serif 4'", "italic 500 14px 'Source Serif 4'",
];

class Fonts {
  ready = $state(false);

  constructor() {
    void Promise.allSettled(NEEDED.map((font) => document.fonts.load(font, 'Aa0 Жж'))).then(() => {
      clearBitmaps();
      this.ready = true;
    });
  }
}

export const fonts = new Fonts();
