import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { fc, holds, sized } from '../../../test/support/chance.ts';
import { EngineFailure } from '../engine.ts';
import { glbHead, padded } from '../geometry/glb.ts';
import { makePreview } from './preview.ts';

const folder = mkdtempSync(join(tmpdir(), 'twin-preview-'));
after(() => rmSync(folder, { recursive: true }));
let count = 0;

/** The preview of a file with these bytes. */
async function previewOf(bytes: string | Uint8Array, format: 'gltf' | 'obj' = 'gltf') {
  const output = mkdtempSync(join(folder, `${count++}-`));
  const input = join(output, 'input');
  writeFileSync(input, bytes);
  return makePreview({ input, format, output }, { progress: () => {}, log: () => {} });
}

interface Box {
  readonly at: readonly number[];
  readonly size: readonly number[];
}

const corners = Array.from({ length: 8 }, (_, n) => [n & 1, (n >> 1) & 1, (n >> 2) & 1]);
const faces = [
  0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3,
];

/** Boxes as one glTF: one mesh, a node each. */
function gltfOf(boxes: readonly Box[]) {
  const points = Buffer.from(Float32Array.from(corners.flat()).buffer);
  const order = Buffer.from(Uint16Array.from(faces).buffer);
  const bin = Buffer.concat([points, order]);
  const json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: boxes.map((_, at) => at) }],
    nodes: boxes.map(({ at, size }) => ({ mesh: 0, translation: at, scale: size })),
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3' },
      { bufferView: 1, componentType: 5123, count: faces.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: points.length },
      { buffer: 0, byteOffset: points.length, byteLength: order.length },
    ],
  };
  return { json, bin };
}

type Made = ReturnType<typeof gltfOf>;
const asText = ({ json, bin }: Made, more: object = {}) =>
  JSON.stringify({
    ...json,
    buffers: [{ byteLength: bin.length, uri: `data:application/octet-stream;base64,${bin.toString('base64')}` }],
    ...more,
  });
const asGlb = ({ json, bin }: Made): Buffer => {
  const whole = { ...json, buffers: [{ byteLength: bin.length }] };
  return Buffer.concat([glbHead(whole, bin.length), bin, Buffer.alloc(padded(bin.length) - bin.length)]);
};
const asObj = (boxes: readonly Box[]): string =>
  boxes
    .flatMap(({ at, size }, box) => [
      ...corners.map(
        (corner) => `v ${corner.map((value, axis) => (at[axis] ?? 0) + value * (size[axis] ?? 0)).join(' ')}`,
      ),
      ...faces.flatMap((_, n) =>
        n % 3
          ? []
          : [
              `f ${faces
                .slice(n, n + 3)
                .map((one) => `${8 * box + one + 1}//1`)
                .join(' ')}`,
            ],
      ),
    ])
    .join('\n');

/** Where the boxes are with Z up: x, -z, y. */
function truth(boxes: readonly Box[]) {
  const ends = boxes.flatMap(({ at, size }) =>
    corners.map((corner) => corner.map((value, k) => (at[k] ?? 0) + value * (size[k] ?? 0))),
  );
  const turned = ends.map(([x = 0, y = 0, z = 0]) => [x, -z, y]);
  const of = (pick: (...values: number[]) => number) => [0, 1, 2].map((k) => pick(...turned.map((one) => one[k] ?? 0)));
  return { low: of(Math.min), high: of(Math.max), triangleCount: 12 * boxes.length };
}

const near = (one: readonly number[], other: readonly number[]) =>
  one.every((value, at) => Math.abs(value - (other[at] ?? 0)) <= 1e-4);
const place = fc.double({ min: -500, max: 500, noNaN: true });
const length = fc.double({ min: 0.01, max: 100, noNaN: true });
const box = fc.record({ at: fc.tuple(place, place, place), size: fc.tuple(length, length, length) });
const boxes = fc.array(box, { minLength: 1, maxLength: 6 });
const failsWith = (code: string, text: RegExp) => (error: unknown) =>
  error instanceof EngineFailure && error.code === code && text.test(error.message);

describe('a preview', () => {
  it('has the triangles and bounds of the source, whatever its form, and one that is made of it has the same', async ({
    name,
  }) => {
    await holds(
      'previews',
      name,
      boxes,
      async (given) => {
        const due = truth(given);
        const made = gltfOf(given);
        for (const [bytes, format] of [
          [asText(made), 'gltf'],
          [asGlb(made), 'gltf'],
          [asObj(given), 'obj'],
        ] as const) {
          const found = await previewOf(bytes, format);
          const again = await previewOf(readFileSync(found.model));
          for (const one of [found, again]) {
            assert.equal(one.triangleCount, due.triangleCount);
            assert.ok(near(one.low, due.low) && near(one.high, due.high), JSON.stringify([one, due]));
          }
        }
      },
      { numRuns: sized(5, 10) },
    );
  });

  it('is the file itself where that is a GLB', async () => {
    const bytes = asGlb(gltfOf([{ at: [0, 0, 0], size: [1, 1, 1] }]));
    assert.deepEqual(readFileSync((await previewOf(bytes)).model), bytes);
  });

  it('has a picture that fills its square, is the same each time, and transparent around', async () => {
    const bytes = asGlb(gltfOf([{ at: [5, 5, 5], size: [2, 2, 2] }]));
    const [first, second] = [await previewOf(bytes), await previewOf(bytes)];
    assert.deepEqual(readFileSync(first.picture), readFileSync(second.picture));
    const { data, info } = await sharp(first.picture).raw().toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height, info.channels], [512, 512, 4]);
    const shown = (x: number, y: number) => data[4 * (512 * y + x) + 3] === 255;
    assert.deepEqual([shown(256, 256), shown(2, 2), shown(509, 509)], [true, false, false]);
    const rows = Array.from({ length: 512 }, (_, y) =>
      Array.from({ length: 512 }, (_, x) => shown(x, y)).includes(true),
    );
    const height = rows.lastIndexOf(true) - rows.indexOf(true);
    assert.ok(height > 440 && height < 475, `${height} of 512`);
  });

  it('ends with a reason for whatever is cut off or changed, and never in any other way', async ({ name }) => {
    const whole = asGlb(gltfOf([{ at: [0, 0, 0], size: [1, 1, 1] }]));
    const change = fc.tuple(fc.nat(whole.length), fc.nat(whole.length - 1), fc.nat(255), fc.boolean());
    await holds(
      'previews',
      name,
      change,
      async ([end, at, byte, cut]) => {
        const bytes = Buffer.from(cut ? whole.subarray(0, end) : whole);
        if (at < bytes.length) bytes[at] = byte;
        await previewOf(bytes).catch((error: unknown) => assert.ok(error instanceof EngineFailure, String(error)));
      },
      { numRuns: sized(60, 150) },
    );
  });

  const cube = gltfOf([{ at: [0, 0, 0], size: [1, 1, 1] }]);
  for (const [what, text, code, words] of [
    [
      'of addresses elsewhere',
      asText(cube, { buffers: [{ byteLength: 9, uri: 'http://127.0.0.1/x.bin' }] }),
      'NotWhole',
      /127/,
    ],
    [
      'of files beside it',
      asText(cube, { buffers: [{ byteLength: 9, uri: '../../etc/passwd' }] }),
      'NotWhole',
      /passwd/,
    ],
    ['of pictures elsewhere', asText(cube, { images: [{ uri: 'https://a.example.com/x.png' }] }), 'NotWhole', /x\.png/],
    ['in a circle', asText(cube, { nodes: [{ mesh: 0, children: [0] }] }), 'NotAShapeFile', /circle/],
    [
      'of an unknown kind',
      asText(cube, { extensionsRequired: ['KHR_draco_mesh_compression'] }),
      'UnknownExtension',
      /draco/,
    ],
    ['without shapes', asText(cube, { scenes: [{ nodes: [] }] }), 'NoShapes', /no shapes/],
    [
      'of endless points',
      asText(cube, { accessors: [{ bufferView: 0, componentType: 5126, count: 1e15, type: 'VEC3' }] }),
      'NotAShapeFile',
      /./,
    ],
    ['of text', 'hello', 'NotAShapeFile', /JSON/],
    ['of another version', asText(cube, { asset: { version: '1.0' } }), 'NotAShapeFile', /version/],
  ] as const) {
    it(`${what} is refused`, () => assert.rejects(previewOf(text), failsWith(code, words)));
  }

  it('tells the line of an OBJ that is none', async () => {
    for (const [text, line] of [
      ['v 0 0 0\nv 1 0 x\n', 2],
      ['v 0 0 0\nf 1 2 3\n', 2],
      ['v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n', 4],
    ] as const) {
      await assert.rejects(
        previewOf(text, 'obj'),
        (error: unknown) => error instanceof EngineFailure && error.line === line,
      );
    }
    await assert.rejects(
      previewOf('# nothing\nmtllib http://a.example.com/x.mtl\n', 'obj'),
      failsWith('NoShapes', /no shapes/),
    );
  });

  it('of far places keeps what is near', async () => {
    const { low, high } = await previewOf(asObj([{ at: [500_000, 100, -6_000_000], size: [1, 2, 3] }]), 'obj');
    assert.ok(near([high[0] - low[0], high[1] - low[1], high[2] - low[2]], [1, 3, 2]));
  });
});
