import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isCleanLine, isCleanText } from './text.ts';

const unseen = [0x061c, 0x200b, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2060, 0x2066, 0x2069, 0xfeff];

describe('names', () => {
  for (const code of unseen) {
    it(`with the directional or zero-width sign U+${code.toString(16)} are refused`, () => {
      const sign = String.fromCodePoint(code);
      for (const name of [sign, `${sign}plan`, `pl${sign}an`, `plan${sign}`, `قلم${sign}`]) {
        assert.equal(isCleanLine(name), false);
      }
      assert.equal(isCleanText(`A description,\n${sign}of any script`), true, 'which is no name');
    });
  }

  for (const name of ['می‌خواهم', 'क्‍ष', '👩‍🚀 Ada', 'שלום', 'مرحبا', 'Brücke 7', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '北京']) {
    it(`in every script stay as they are: ${name}`, () => assert.equal(isCleanLine(name), true));
  }

  for (const name of ['ad\u200cmin', '\u200dadmin', 'admin\u200d', 'é\u200d\u200dx', 'a\nb', 'a\0', '\ud800']) {
    it(`that hide something are refused: ${JSON.stringify(name)}`, () => assert.equal(isCleanLine(name), false));
  }
});
