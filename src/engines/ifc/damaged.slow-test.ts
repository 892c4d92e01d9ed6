import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { houseFile } from '../../../demo/house.ts';
import { type Chance, chanceOf, seedOf, sized } from '../../../test/support/chance.ts';
import { EngineFailure } from '../engine.ts';
import { importIfc } from './ifc.ts';
import { imported, project, sample, stepFile, wall } from './testing/files.ts';
import { tetrahedron } from './testing/tetrahedron.ts';

const silent = { progress: () => {}, log: () => {} };
const limits = { shapeTime: 2000 };
const flips = sized(200, 1000);

/** A house with booleans and mapped shapes where the samples are, else one of our own. */
const good = (): Buffer => {
  const path = sample('IfcOpenHouse_IFC4.ifc');
  return existsSync(path) ? readFileSync(path) : Buffer.from(houseFile());
};

/** One byte at random is another one at random. */
function flipped(bytes: Buffer, random: Chance): { readonly damaged: Buffer; readonly what: string } {
  const damaged = Buffer.from(bytes);
  const at = random.whole(0, bytes.length - 1);
  const value = random.whole(0, 255);
  const what = `byte ${at} from ${bytes[at]} to ${value}`;
  damaged[at] = value;
  return { damaged, what };
}

describe('damaged files', () => {
  it('each random byte flip ends, with a result or a failure for people, in a time that grows with the file only', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ifc-flips-'));
    const random = chanceOf(seedOf('damaged IFC'));
    const [input, bytes] = [join(folder, 'damaged.ifc'), good()];
    // every element that holds the mesher up costs a share of its time and a new beginning
    const most = 30_000 + bytes.length / 10;
    const ends = { imported: 0, refused: 0 };
    for (let flip = 0; flip < flips; flip++) {
      const { damaged, what } = flipped(bytes, random);
      writeFileSync(input, damaged);
      const since = performance.now();
      try {
        await importIfc({ input, output: folder, limits }, silent);
        ends.imported++;
      } catch (error) {
        assert.ok(error instanceof EngineFailure, `${what}: ${(error as Error).stack}`);
        ends.refused++;
      }
      const taken = performance.now() - since;
      assert.ok(taken < most, `${what} took ${taken} ms`);
    }
    rmSync(folder, { recursive: true });
    assert.equal(ends.imported + ends.refused, flips);
    assert.ok(ends.imported > 0.8 * flips, `${ends.refused} were refused`);
  });

  it('after twenty of the kind the rest has no mesh, and every element of it is reported', async () => {
    const walls = Array.from({ length: 23 }, (_, n) => wall(400 + n, `w${n}`, n === 0 ? '#133' : '#233'));
    const file = stepFile(project([tetrahedron(100), tetrahedron(200, true), ...walls].join('\n')));
    const { records, header } = await imported(file, { limits });
    assert.equal(records.length, 26);
    assert.deepEqual(
      records.filter((record) => record.mesh !== undefined).map((record) => record.globalId),
      ['w0'],
    );
    assert.deepEqual(
      header.report.issues.map((issue) => issue.globalId),
      Array.from({ length: 22 }, (_, n) => `w${n + 1}`),
    );
    assert.match(header.report.issues.at(-1)?.message ?? '', /did not end on 20 shapes before it/);
  });
});
