import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import exifReader from 'exif-reader';
import sharp from 'sharp';
import { EngineFailure } from '../../engine.ts';
import { ProgramKilled } from '../../program.ts';
import { photoFacts } from '../prepare/metadata.ts';
import { type PictureKind, writeCleanPicture } from './clean-picture.ts';
import { type Matching, matchPhotos, pictureKindOf } from './colmap.ts';
import { culpritOf } from './culprit.ts';

const root = mkdtempSync(join(tmpdir(), 'twin-matching-'));
after(() => rmSync(root, { recursive: true }));

const exif = {
  IFD0: { Make: 'Maker', Model: 'Model 3', Orientation: '6', ImageDescription: 'HOSTILE' },
  IFD2: {
    FocalLength: '88/10',
    FocalLengthIn35mmFilm: '24',
    UserComment: 'HOSTILE',
    FocalPlaneXResolution: '3000/1',
    FocalPlaneResolutionUnit: '3',
  },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '33/1 30/1 361234/10000',
    GPSLongitudeRef: 'W',
    GPSLongitude: '70/1 15/1 0/1',
    GPSAltitudeRef: '1',
    GPSAltitude: '125/10',
  },
};

async function photo(name: string, format: 'jpeg' | 'png' = 'jpeg') {
  const path = join(root, name);
  const pixels = Buffer.from(Array.from({ length: 40 * 30 * 3 }, (_, n) => (n * 7) % 256));
  await sharp(pixels, { raw: { width: 40, height: 30, channels: 3 } })
    .withExif(exif)
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">HOSTILE</x:xmpmeta>')
    .toFormat(format, { quality: 100, chromaSubsampling: '4:4:4' })
    .toFile(path);
  return { name, path, camera: 0, facts: await photoFacts(path), kind: 'with metadata' as PictureKind };
}

describe('the picture of a photo for the feature matcher', () => {
  it('has the pixels of the photo, and of its metadata the lens and the place only', async () => {
    for (const format of ['jpeg', 'png'] as const) {
      const one = await photo(`one.${format}`, format);
      const path = join(root, 'clean.jpg');
      await writeCleanPicture(one, path);
      const { facts } = one;
      assert.deepEqual(await photoFacts(path), { ...facts, taken: null, attitude: null });
      const { exif: written, xmp, icc, iptc, orientation, width, height } = await sharp(path).metadata();
      assert.deepEqual([xmp, icc, iptc, orientation ?? 1, width, height], [undefined, undefined, undefined, 1, 40, 30]);
      assert.equal(readFileSync(path).includes('HOSTILE'), false);
      const tags = exifReader(written ?? Buffer.alloc(0));
      assert.deepEqual([tags.Photo?.FocalLengthIn35mmFilm, tags.Photo?.PixelXDimension], [24, 40]);
      const [was, is] = await Promise.all([one.path, path].map((file) => sharp(file).raw().toBuffer()));
      const most = is?.reduce((far, value, n) => Math.max(far, Math.abs(value - (was?.[n] ?? 999))), 0);
      assert.ok(most !== undefined && most <= 4, `a value differs by ${most}`);
    }
  });

  it('has no lens and no place where the photo tells none that can be used', async () => {
    const one = await photo('two.jpeg');
    const lens = { focalLength: 1e12, focalLengthIn35mm: 1e9, resolution: { perUnit: 1e9, unit: 'inch' } } as const;
    const path = join(root, 'clean.jpg');
    await writeCleanPicture({ ...one, facts: { ...one.facts, lens, gps: null } }, path);
    const facts = await photoFacts(path);
    assert.deepEqual([facts.lens, facts.gps], [{ focalLengthIn35mm: 65_535 }, null]);
    await writeCleanPicture({ ...one, kind: 'pixels only' }, path);
    const { format, exif: none } = await sharp(path).metadata();
    assert.deepEqual([format, none], ['png', undefined], 'no pixel changes');
    const [was, is] = await Promise.all([one.path, path].map((file) => sharp(file).raw().toBuffer()));
    assert.ok(was && is?.equals(was));
  });

  it('is refused by the name of the photo when it cannot be decoded', async () => {
    const path = join(root, 'broken.jpg');
    writeFileSync(path, 'no picture');
    const { facts } = await photo('three.jpeg');
    await assert.rejects(
      writeCleanPicture({ name: 'broken.jpg', path, facts, kind: 'pixels only' }, join(root, 'x.jpg')),
      (error) => {
        assert.ok(error instanceof EngineFailure);
        assert.deepEqual([error.code, error.params], ['InputFile_Invalid', ['broken.jpg']]);
        return true;
      },
    );
  });
});

describe('metadata in the pictures of photos', () => {
  const none = { width: 40, height: 30, focal: 50, lens: {}, device: '', taken: null, gps: null, attitude: null };

  it('is left out where the feature matcher needs none of it', () => {
    const gps = { longitude: 9, latitude: 48, height: null };
    assert.equal(pictureKindOf({ ...none, gps }, 60), 'pixels only');
    assert.equal(pictureKindOf({ ...none, gps }, 61), 'with metadata', 'pairs are chosen by place');
    assert.equal(pictureKindOf({ ...none, lens: { focalLength: 8 } }, 3), 'pixels only');
    assert.equal(pictureKindOf({ ...none, focal: null, lens: { focalLength: 8 } }, 3), 'with metadata');
  });
});

describe('the one at which something fails', () => {
  it('is found by halves, in at most as many looks as the count has digits in base 2, and one', async () => {
    for (const count of [1, 2, 3, 7, 60]) {
      for (let wrong = 0; wrong < count; wrong++) {
        let looks = 0;
        const fails = async (some: readonly number[]) => {
          looks++;
          return some.includes(wrong);
        };
        assert.equal(await culpritOf([...Array(count).keys()], fails), wrong);
        assert.ok(looks <= Math.ceil(Math.log2(count)) + 1, `${looks} looks at ${count}`);
      }
    }
  });

  it('is none when it fails only together', async () => {
    assert.equal(await culpritOf([1, 2, 3], async (some) => some.length > 1), undefined);
    assert.equal(await culpritOf([], async () => true), undefined);
  });
});

/** A program in place of the feature matcher: it ends by a signal where a picture of `at` is in the list. */
function failing(at: readonly string[], signal: string, needsAll = false): string {
  const path = join(root, `matcher-${at.join('-')}-${signal}-${needsAll}`);
  const script = `#!/bin/sh
while [ "$1" != --image_list_path ]; do shift; done
n=0
for name in ${at.join(' ')}; do grep -q "/$name.jpg" "$2" && n=$((n+1)); done
echo "Processed file [1/9]"
[ $n -ge ${needsAll ? at.length : 1} ] && kill -${signal} $$
exit 0
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

describe('a feature matcher that a signal ends', () => {
  async function matched(program: string) {
    const photos = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => photo(`${name}.jpeg`)));
    const lines: string[] = [];
    const at: string[] = [];
    const matching: Matching = {
      program,
      photos,
      quality: 'Draft',
      threads: 1,
      signal: undefined,
      progress: () => {},
      folder: mkdtempSync(join(root, 'work-')),
      log: (line) => void lines.push(line),
      at: (name) => void at.push(name),
    };
    return { error: await matchPhotos(matching).catch((error: unknown) => error), lines, at };
  }

  it('names the photo at which it fails by itself', async () => {
    for (const [picture, name] of [
      ['00000', 'a.jpeg'],
      ['00003', 'd.jpeg'],
    ] as const) {
      const { error, lines, at } = await matched(failing([picture], 'SEGV'));
      assert.ok(error instanceof EngineFailure, String(error));
      assert.deepEqual([error.code, error.params], ['InputFile_Invalid', [name]]);
      assert.match(error.message, /failed at the photo "\w\.jpeg" \(SIGSEGV\)/);
      assert.match(lines.join('\n'), /ended by SIGSEGV/);
      assert.deepEqual(at, ['a.jpeg', 'b.jpeg', 'c.jpeg', 'd.jpeg', 'e.jpeg']);
    }
  });

  it('names none when no photo does it alone, or when others have ended it', async () => {
    for (const program of [failing(['00001', '00004'], 'SEGV', true), failing(['00001'], 'KILL')]) {
      const { error } = await matched(program);
      assert.ok(error instanceof ProgramKilled, String(error));
    }
  });
});
