import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { numbersOf, seedOf, sized } from '../../../test/support/chance.ts';
import { type Crs, crsOf } from './crs.ts';
import { planeConverter, wgs84 } from './earth.ts';
import { geoKeysText } from './read/geo-keys.ts';
import { type FormulaName, formulas } from './testing/formulas.ts';
import { type MadeUp, madeUp } from './testing/made-up.ts';
import { esriOf } from './write/esri.ts';
import { keyRecords, keysOf } from './write/geo-keys.ts';
import { projOf } from './write/proj.ts';
import { wkt1Of } from './write/wkt1.ts';
import { wkt2Of } from './write/wkt2.ts';

const isName = (name: string): name is FormulaName => name in formulas;
const names = Object.keys(formulas).filter(isName);

/** The farthest in metres that a system is from the formulas about its place, there and back. */
function farthest(crs: Crs, { forward, place, metres }: MadeUp, random: () => number): number {
  const [there, back] = [planeConverter(wgs84, crs), planeConverter(crs, wgs84)];
  let most = 0;
  for (let n = 0; n < 20; n++) {
    const [l, p] = [place[0] + random() - 0.5, place[1] + random() - 0.5];
    const [x, y] = forward(l, p);
    const [u, v] = there(l, p);
    const [longitude, latitude] = back(x, y);
    const off = [Math.hypot(u - x, v - y) * metres, Math.hypot(longitude - l, latitude - p) * 111_320];
    most = Math.max(most, ...off.map((one) => (Number.isFinite(one) ? one : Infinity)));
  }
  return most;
}

const known = (text: string): Crs => crsOf(text) ?? assert.fail(`It is not read: ${text}`);

describe('systems that nobody has listed', () => {
  for (const name of names) {
    it(`of ${name} are read from every text within a tenth of a millimetre of the formulas`, () => {
      const random = numbersOf(seedOf(`crs ${name}`));
      for (let round = 0; round < sized(3, 40); round++) {
        const system = madeUp(name, random);
        for (const [kind, text] of Object.entries(system.texts)) {
          if (text === undefined) continue;
          const off = farthest(known(text), system, random);
          assert.ok(off < 1e-4, `${kind} is ${off} m off: ${text}`);
        }
      }
    });

    it(`of ${name} mean the same in every text that is written`, () => {
      const random = numbersOf(seedOf(`crs written ${name}`));
      for (let round = 0; round < sized(2, 20); round++) {
        const system = madeUp(name, random);
        const { model } = known(system.texts.wkt1 ?? '');
        const { directory, doubles, text } = keyRecords(keysOf(model));
        const written = [wkt1Of(model), wkt2Of(model), esriOf(model), geoKeysText(directory, doubles, text)];
        const all = [...written, model.plane && projOf(model.plane)];
        for (const one of all) {
          const off = farthest(known(one ?? ''), system, random);
          assert.ok(off < 1e-3, `It is ${off} m off: ${one}`);
        }
      }
    });
  }
});
