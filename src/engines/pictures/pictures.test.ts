import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import sharp from 'sharp';
import { makeCopies } from './pictures.ts';

const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
after(() => rmSync(folder, { recursive: true, force: true }));

it('photos get upright copies of every size, and what is none gets none', async () => {
  const input = join(folder, 'photo.jpg');
  const photo = sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#8a6f5a' } });
  await photo.withMetadata({ orientation: 6 }).jpeg().toFile(input); // taken with the phone upright
  writeFileSync(join(folder, 'none.jpg'), 'no picture');
  const job = (name: string) => ({
    input: join(folder, name),
    copies: [320, 1600].map((widest) => ({ widest, output: join(folder, `${name}-${widest}`) })),
  });
  const { made } = await makeCopies({ pictures: [job('photo.jpg'), job('none.jpg')] }, { progress() {}, log() {} });
  assert.deepEqual(made, [true, false]);
  const sizes = await Promise.all([320, 1600].map((widest) => sharp(`${input}-${widest}`).metadata()));
  assert.deepEqual(
    sizes.map(({ format, width, height }) => [format, width, height]),
    [
      ['jpeg', 160, 320],
      ['jpeg', 800, 1600],
    ],
  );
  assert.ok(!existsSync(join(folder, 'none.jpg-320')));
  const stored = { input, upright: false, copies: [{ widest: 320, output: `${input}-stored` }] };
  await makeCopies({ pictures: [stored] }, { progress() {}, log() {} });
  const { width, height, orientation } = await sharp(`${input}-stored`).metadata();
  assert.deepEqual([width, height, orientation], [320, 160, undefined], 'as it is stored, and says nothing else');
  await makeCopies(
    { pictures: [{ input: `${input}-1600`, copies: [{ widest: 1600, output: `${input}-same` }] }] },
    { progress() {}, log() {} },
  );
  assert.ok(readFileSync(`${input}-same`).equals(readFileSync(`${input}-1600`)), 'what is right already stays');
});
