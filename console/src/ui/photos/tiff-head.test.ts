import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import reader from 'exifreader';
import sharp from 'sharp';
import { tailOf, withTail } from './tiff-head.ts';

const partOf = (bytes: Buffer, start: number, end: number): ArrayBuffer =>
  new Uint8Array(bytes.subarray(start, end)).buffer;

it('what a TIFF tells at its end is read without the pixels before it', async () => {
  const raw = { width: 300, height: 200, channels: 3 } as const;
  for (const compression of ['none', 'lzw', 'jpeg'] as const) {
    const file = await sharp(randomBytes(300 * 200 * 3), { raw })
      .tiff({ compression })
      .toBuffer();
    const head = partOf(file, 0, 4096);
    const rest = tailOf(head, file.length);
    assert.ok(rest, compression);
    const { exif } = reader.load(withTail(head, partOf(file, rest.start, rest.end), rest.start), { expanded: true });
    assert.deepEqual([exif?.ImageWidth?.value, exif?.ImageLength?.value], [300, 200], compression);
  }
});

it('nothing more is read of other files, of whole ones, and where a header lies', () => {
  const header = (start: number) => partOf(Buffer.from([0x49, 0x49, 42, 0, start, 1, 0, 0]), 0, 8);
  assert.deepEqual(tailOf(header(0), 1000), { start: 256, end: 1000 });
  assert.equal(tailOf(header(0), 200), undefined, 'behind its end');
  assert.equal(tailOf(header(0), 1e9), undefined, 'too large');
  assert.equal(tailOf(partOf(Buffer.from('II*\0\x08\0\0\0more of it'), 0, 16), 1000), undefined, 'in what was read');
  assert.equal(tailOf(partOf(Buffer.from('\xff\xd8\xff\xe0abcd', 'latin1'), 0, 8), 1000), undefined);
  assert.equal(tailOf(new ArrayBuffer(3), 1000), undefined);
});
