import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import type { InputFile } from '../conversion/params.ts';
import { crsOf } from '../crs/crs.ts';
import { fromDegrees, toDegrees } from '../crs/earth.ts';
import { EngineFailure } from '../engine.ts';
import { glbHead } from '../geometry/glb.ts';
import { converted, given, outputIn } from '../point-cloud/testing/convert.ts';
import { type MeshTileShown, readMeshTiles, type ShownCorner } from './testing/read-mesh-tiles.ts';

const sample = '../shared/data/reality/mesh';
const distance = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(...a.map((value, n) => value - (b[n] ?? 0)));
const middle = (corners: readonly ShownCorner[], of: (corner: ShownCorner) => readonly number[]): number[] => {
  const [a = [], b = [], c = []] = corners.map(of);
  return a.map((value, n) => (value + (b[n] ?? 0) + (c[n] ?? 0)) / 3);
};
const areaOf = (tiles: readonly MeshTileShown[]): number =>
  tiles.reduce(
    (sum, { triangles }) =>
      sum +
      triangles.reduce((all, [a, b, c]) => {
        const edge = (to: ShownCorner | undefined) =>
          [0, 1, 2].map((axis) => (to?.place[axis] ?? 0) - (a?.place[axis] ?? 0));
        const [u = [], v = []] = [edge(b), edge(c)];
        const minor = (i: number, j: number) => (u[i] ?? 0) * (v[j] ?? 0) - (u[j] ?? 0) * (v[i] ?? 0);
        return all + Math.hypot(minor(1, 2), minor(2, 0), minor(0, 1)) / 2;
      }, 0),
    0,
  );

/** A picture whose colours say where one is: red along x, green along y. */
const gradient = (width: number, height: number): Promise<Buffer> => {
  const pixels = Buffer.alloc(3 * width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      pixels[3 * (y * width + x)] = Math.floor((255 * x) / width);
      pixels[3 * (y * width + x) + 1] = Math.floor((255 * y) / height);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
};

/** A hilly square of 100 m with so many squares a side; its texture lies on it as a map. */
function hills(side: number): string {
  const lines = ['mtllib hills.mtl', 'usemtl grass'];
  for (let row = 0; row <= side; row++) {
    for (let column = 0; column <= side; column++) {
      const [x, y] = [(100 * column) / side, (100 * row) / side];
      lines.push(`v ${x} ${y} ${3 * Math.sin(x / 9) * Math.cos(y / 7)}`, `vt ${column / side} ${row / side}`);
    }
  }
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const at = row * (side + 1) + column + 1;
      const corners = [at, at + 1, at + side + 2, at + side + 1];
      lines.push(`f ${corners.map((corner) => `${corner}/${corner}`).join(' ')}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

const library = 'newmtl grass\nmap_Kd pictures/grass.png\nnewmtl red\nKd 1 0 0\n';

describe('meshes as tiles', () => {
  it('the house stands at its place with its texture', { skip: !existsSync(sample) }, async () => {
    const names = ['house.obj', 'house.mtl', 'house.jpg', 'metadata.xml'];
    const inputs = names.map((name) => ({ name, path: `${sample}/${name}` }));
    const result = await converted(inputs, 'OBJ', ['Cesium3DTiles']);
    const [tile, ...others] = await readMeshTiles(outputIn(result, 'Cesium3DTiles'));
    assert.equal(others.length, 0);
    assert.equal(tile?.triangles.length, 14);
    const crs = crsOf('EPSG:25832');
    const [longitude = 0, latitude = 0] = (crs && toDegrees(crs)?.(451_262, 5_411_330)) ?? [];
    const corner = fromDegrees(longitude, latitude, 313.3754);
    const corners = tile?.triangles.flat() ?? [];
    assert.ok(Math.min(...corners.map(({ place }) => distance(place, corner))) < 0.01);
    const source = await sharp(readFileSync(`${sample}/house.jpg`))
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.ok((tile?.pixels ?? 0) >= 0.9 * source.info.width * source.info.height, 'pixels were lost');
    // the wall is light, the roof is dark red: the colours of the middles of triangles
    const reds = tile?.triangles.map((one) => tile.pictureAt(...pair(middle(one, ({ uv }) => uv ?? [0, 0]))));
    assert.ok(reds?.some(([r = 0, , b = 0]) => r - b > 60) && reds.some(([r = 0, , b = 0]) => r > 150 && r - b < 60));
  });

  it('of many triangles keep all of them in leaves, each with its part of the picture', async () => {
    const inputs: InputFile[] = [
      given('scan/hills.obj', hills(260)),
      given('scan/hills.mtl', library),
      given('scan/pictures/grass.png', await gradient(1024, 1024)),
    ];
    const result = await converted(inputs, 'OBJ', ['Cesium3DTiles']);
    const tiles = await readMeshTiles(outputIn(result, 'Cesium3DTiles'));
    const leaves = tiles.filter(({ isLeaf }) => isLeaf);
    assert.equal(
      leaves.reduce((sum, { triangles }) => sum + triangles.length, 0),
      2 * 260 * 260,
    );
    assert.ok(leaves.length > 1);
    for (const tile of tiles) {
      assert.ok(tile.triangles.length <= 50_000);
      for (const triangle of tile.triangles.filter((_, n) => n % 97 === 0)) {
        const [x = 0, y = 0] = middle(triangle, ({ place }) => place);
        const [red = 0, green = 0] = tile.pictureAt(...pair(middle(triangle, ({ uv }) => uv ?? [0, 0])));
        const slack = tile.isLeaf ? 6 : 14;
        const far = `${x}, ${y} shows ${red}, ${green}`;
        assert.ok(Math.abs(red - 2.55 * x) < slack && Math.abs(green - (255 - 2.55 * y)) < slack, far);
      }
    }
    const root = tiles.filter(({ isLeaf }) => !isLeaf).slice(0, 1);
    assert.ok(Math.abs(areaOf(root) / areaOf(leaves) - 1) < 0.02, 'the surface from far is another one');
    const cut = leaves.reduce((sum, { pixels }) => sum + pixels, 0);
    assert.ok(cut < 1.6 * 1024 * 1024, `${cut} pixels of one picture of a million`);
    assert.deepEqual(result.warnings, [{ code: 'NoGeoreference', params: [] }]);
  });

  it('of plain materials and coloured vertices keep their colours', async () => {
    const obj = given('a.obj', 'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n');
    const result = await converted([obj, given('a.mtl', library)], 'OBJ', ['Cesium3DTiles']);
    const [tile] = await readMeshTiles(outputIn(result, 'Cesium3DTiles'));
    assert.deepEqual(
      tile?.triangles.flat().map(({ color }) => color),
      Array(3).fill([1, 0, 0, 1]),
    );
    const head = `ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n`;
    const colors = 'property uchar red\nproperty uchar green\nproperty uchar blue\n';
    const faces = 'element face 1\nproperty list uchar int vertex_indices\nend_header\n';
    const ply = given('a.ply', `${head}${colors}${faces}0 0 0 0 255 0\n1 0 0 0 255 0\n0 1 0 0 255 0\n3 0 1 2\n`);
    const [green] = await readMeshTiles(outputIn(await converted([ply], 'PLY', ['Cesium3DTiles']), 'Cesium3DTiles'));
    assert.deepEqual(
      green?.triangles.flat().map(({ color }) => color),
      Array(3).fill([0, 1, 0, 1]),
    );
  });

  it('of glTF are upright and have the picture that is inside', async () => {
    const picture = await gradient(64, 64);
    const places = Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer);
    const uvs = Buffer.from(Float32Array.of(0, 1, 1, 1, 0, 0).buffer);
    const bin = Buffer.concat([places, uvs, picture, Buffer.alloc(-picture.length & 3)]);
    const json = {
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, translation: [10, 20, 30] }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      textures: [{ source: 0 }],
      images: [{ bufferView: 2, mimeType: 'image/png' }],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
        { bufferView: 1, componentType: 5126, count: 3, type: 'VEC2' },
      ],
      bufferViews: [places, uvs, picture].map((part, n) => ({
        buffer: 0,
        byteOffset: [0, 36, 60][n],
        byteLength: part.length,
      })),
      buffers: [{ byteLength: bin.length }],
    };
    const glb = given('a.glb', Buffer.concat([glbHead(json, bin.length), bin]));
    const [tile] = await readMeshTiles(outputIn(await converted([glb], 'GLB', ['Cesium3DTiles']), 'Cesium3DTiles'));
    const corners = tile?.triangles.flat() ?? [];
    for (const due of [
      [10, -30, 20],
      [11, -30, 20],
      [10, -30, 21],
    ]) {
      assert.ok(
        corners.some(({ place }) => distance(place, due) < 0.001),
        JSON.stringify(corners),
      );
    }
    const [red = 0, green = 0] = tile?.pictureAt(...pair(middle(corners, ({ uv }) => uv ?? [0, 0]))) ?? [];
    assert.ok(Math.abs(red - 85) < 8 && Math.abs(green - 170) < 8, `${red}, ${green}`);
  });

  it('of several files are tilesets under one', async () => {
    const one = (name: string) => given(name, 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    const { files, rootDocument } = outputIn(
      await converted([one('a.obj'), one('b.obj')], 'OBJ', ['Cesium3DTiles']),
      'Cesium3DTiles',
    );
    assert.equal(rootDocument, 'tileset.json');
    assert.deepEqual(
      files.map(({ name }) => name),
      ['a/tiles/r.glb', 'a/tileset.json', 'b/tiles/r.glb', 'b/tileset.json', 'tileset.json'],
    );
  });

  for (const [what, name, format, text, code] of [
    ['without faces', 'a.obj', 'OBJ', 'v 0 0 0\n', 'InputFile_Invalid'],
    ['of points that are not there', 'a.obj', 'OBJ', 'v 0 0 0\nf 1 2 3\n', 'InputFile_Invalid'],
    ['of no numbers', 'a.obj', 'OBJ', 'v 0 x 0\n', 'InputFile_Invalid'],
    ['of text', 'a.glb', 'GLB', 'hello', 'InputFile_Invalid'],
    [
      'of missing bytes',
      'a.gltf',
      'GLTF',
      '{"asset":{"version":"2.0"},"buffers":[{"uri":"b.bin","byteLength":3}]}',
      'InputFile_Invalid',
    ],
    ['of too many triangles', 'a.obj', 'OBJ', `v 0 0 0\nv 1 0 0\nv 0 1 0\n${'f 1 2 3\n'.repeat(101)}`, 'LimitExceeded'],
  ] as const) {
    it(`${what} are refused`, () =>
      assert.rejects(
        converted([given(name, text)], format, ['Cesium3DTiles'], {}, { limits: { triangles: 100 } }),
        (error) => error instanceof EngineFailure && error.code === code && error.params.length > 0,
      ));
  }

  it('with a damaged picture are refused', () =>
    assert.rejects(
      converted(
        [given('a.obj', hills(2)), given('hills.mtl', library), given('pictures/grass.png', 'no picture')],
        'OBJ',
        ['Cesium3DTiles'],
      ),
      (error) => error instanceof EngineFailure && /picture/.test(error.message),
    ));
});

const pair = ([u = 0, v = 0]: readonly number[]): [number, number] => [u, v];
