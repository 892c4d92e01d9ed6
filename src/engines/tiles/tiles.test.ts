import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { houseFile } from '../../../demo/house.ts';
import { EngineFailure } from '../engine.ts';
import {
  boxShape,
  imported,
  project,
  sample,
  stepFile,
  testFolder,
  wall,
  withoutSamples,
} from '../ifc/testing/files.ts';
import type { ElementRecord } from '../snapshot/types.ts';
import type { ExportType, TilesParams } from './params.ts';
import { type CheckedTileset, checkTileset, validate } from './testing/check-tileset.ts';
import { ball, exported, makeModel } from './testing/models.ts';
import { exportTiles } from './tiles.ts';

const tiled: readonly ExportType[] = ['3DTiles', 'CESIUM', 'MODEL'];
/** CESIUM has the files of 3DTiles; one test sees to that. */
const different: readonly ExportType[] = ['3DTiles', 'MODEL'];

/** Exports a model and checks every tileset of it: for everybody, and for the viewer. */
async function tilesets(params: Omit<TilesParams, 'output' | 'types'>): Promise<CheckedTileset[]> {
  const { exports } = await exported({ ...params, types: different });
  return Promise.all(exports.map(checkTileset));
}

const areaOf = (corners: readonly (readonly number[])[]): number => {
  const [a = [], b = [], c = []] = corners;
  const [u, v] = [b, c].map((end) => end.map((value, axis) => value - (a[axis] ?? 0)));
  const minor = (n: number, m: number) => (u?.[n] ?? 0) * (v?.[m] ?? 0) - (u?.[m] ?? 0) * (v?.[n] ?? 0);
  return Math.hypot(minor(1, 2), minor(2, 0), minor(0, 1)) / 2;
};

/** What picking finds: for every row of the tables with full detail, the surface and box of its triangles. */
function picked({ leaves }: CheckedTileset, column: string) {
  const found = new Map<string | number, { area: number; low: number[]; high: number[] }>();
  for (const { triangles, table } of leaves) {
    for (const { corners, feature } of triangles) {
      const key = table[column]?.[feature] ?? '';
      const known = found.get(key) ?? {
        area: 0,
        low: [Infinity, Infinity, Infinity],
        high: [-Infinity, -Infinity, -Infinity],
      };
      const all = (axis: number) => corners.map((corner) => corner[axis] ?? 0);
      found.set(key, {
        area: known.area + areaOf(corners),
        low: known.low.map((value, axis) => Math.min(value, ...all(axis))),
        high: known.high.map((value, axis) => Math.max(value, ...all(axis))),
      });
    }
  }
  return found;
}

function assertPicks(
  tileset: CheckedTileset,
  column: string,
  records: readonly ElementRecord[],
  of: (r: ElementRecord) => string,
) {
  const found = picked(tileset, column);
  const meshed = records.filter((record) => record.mesh !== undefined);
  assert.deepEqual([...found.keys()].sort(), meshed.map(of).sort());
  for (const record of meshed) {
    const hit = found.get(of(record));
    const near = (a: number, b: number, by: number) =>
      assert.ok(Math.abs(a - b) < by, `${record.name}: ${a}, not ${b}`);
    // rounding to 16 bits makes thin bars a little rougher
    near(hit?.area ?? 0, record.mesh?.area ?? 0, 0.01 + 0.03 * (record.mesh?.area ?? 0));
    for (const axis of [0, 1, 2] as const) {
      near(hit?.low[axis] ?? 0, record.box?.low[axis] ?? 0, 0.002);
      near(hit?.high[axis] ?? 0, record.box?.high[axis] ?? 0, 0.002);
    }
  }
}

describe('an export of a small model', () => {
  const folder = testFolder();
  const house = async () => {
    const path = join(folder, 'house.ifc');
    writeFileSync(path, houseFile());
    const { result, records } = await imported(path);
    return { geometry: result.geometry, snapshot: result.snapshot, records };
  };

  it('is one tile in which every triangle leads to its element', async () => {
    const { records, ...model } = await house();
    const [general, viewer] = await tilesets(model);
    assert.ok(general && viewer);
    assert.deepEqual([general.leaves.length, general.parents.length], [1, 0]);
    assertPicks(general, 'globalId', records, (record) => record.globalId);
    assertPicks(general, 'element', records, (record) => record.id);
    assertPicks(viewer, 'ElementId', records, (record) => record.id);
    const [tile] = general.leaves;
    const slab = tile?.table.className?.indexOf('IfcSlab') ?? -1;
    const row = Object.fromEntries(Object.entries(tile?.table ?? {}).map(([name, values]) => [name, values[slab]]));
    const { id, categoryId, subCategoryId, globalId } = records.find((record) => record.class === 'IfcSlab') ?? {};
    assert.deepEqual(row, {
      element: id,
      model: '0x2',
      category: categoryId,
      subcategory: subCategoryId,
      geometryClass: 0,
      globalId,
      className: 'IfcSlab',
      name: 'Floor slab',
    });
    assert.deepEqual(Object.keys(viewer.leaves[0]?.table ?? {}), ['ElementId']);
  });

  it('needs no extension of a viewer without compression, and shows the same', async () => {
    const { records, ...model } = await house();
    const [packed] = await tilesets(model);
    const [plain] = await tilesets({ ...model, options: { compression: 'none' } });
    assert.ok(plain && packed);
    assertPicks(plain, 'globalId', records, (record) => record.globalId);
    const [tile] = plain.leaves;
    const [other] = packed.leaves;
    assert.equal(tile?.gltf.extensionsRequired, undefined);
    assert.deepEqual(tile?.gltf.extensionsUsed.toSorted(), ['EXT_mesh_features', 'EXT_structural_metadata']);
    assert.deepEqual(other?.gltf.extensionsRequired, ['EXT_meshopt_compression', 'KHR_mesh_quantization']);
    assert.equal(tile?.triangles.length, other?.triangles.length);
    for (const { normal } of tile?.triangles ?? []) assert.ok(Math.abs(Math.hypot(...normal) - 1) < 1e-6, `${normal}`);
  });

  it('tells a shape from the same one with a hole', async () => {
    const walls = [wall(120, 'whole', '#105'), wall(121, 'pierced', '#105'), wall(122, 'whole-too', '#105')];
    const { result, records } = await imported(
      stepFile(
        project(`${boxShape(100, 4, 0.2, 3)}\n${boxShape(110, 1, 1, 2)}\n${walls.join('\n')}
#130=IFCOPENINGELEMENT('opening',$,$,$,$,#20,#115,$,$);\n#131=IFCRELVOIDSELEMENT('r',$,$,$,#121,#130);`),
      ),
    );
    const [general] = await tilesets({ geometry: result.geometry, snapshot: result.snapshot });
    assertPicks(general ?? assert.fail(), 'globalId', records, (record) => record.globalId);
    const [whole, pierced] = records.filter((record) => record.mesh !== undefined);
    assert.notEqual(whole?.mesh?.triangles, pierced?.mesh?.triangles);
  });

  it('names for the viewer the partition models with their extents', async () => {
    const { records, ...model } = await house();
    const [, viewer] = await tilesets(model);
    assert.deepEqual(viewer?.json.extensionsUsed, ['VENDOR_BatchedTileSet']);
    const models = viewer?.json.extensions?.VENDOR_BatchedTileSet.models ?? {};
    assert.deepEqual(Object.keys(models), ['0x2']);
    const rounded = (values: readonly number[] | undefined) =>
      values?.map((value) => Math.round(value * 1e6) / 1e6 + 0);
    assert.deepEqual(rounded(models['0x2']?.extents.low), [0, 0, -0.2]);
    assert.deepEqual(rounded(models['0x2']?.extents.high), [8, 6, 2.8]);
    assert.equal(records.length, 8);
  });

  it('as glTF is a pair of files with a node per element', async () => {
    const { records, ...model } = await house();
    const { exports, triangleCount } = await exported({ ...model, types: ['GLTF'] });
    const files = exports[0]?.files ?? [];
    assert.deepEqual(
      files.map(({ name }) => name),
      ['Export.bin', 'Export.gltf'],
    );
    const path = files[1]?.path ?? '';
    await validate(readFileSync(path), 'Export.gltf', dirname(path));
    const gltf = JSON.parse(readFileSync(path, 'utf8'));
    assert.deepEqual(
      gltf.nodes.map((node: { extras: { globalId: string } }) => node.extras.globalId).sort(),
      records.flatMap((record) => (record.mesh === undefined ? [] : record.globalId)).sort(),
    );
    assert.equal(triangleCount, 60);
  });

  it('stands where the model is georeferenced, but in model coordinates for the viewer', async () => {
    const ecefTransform = [1, 0, 0, 100, 0, 1, 0, 200, 0, 0, 1, 300, 0, 0, 0, 1];
    const model = makeModel([{ shapes: [ball([0, 0, 0], 1, 8)] }], { ecefTransform });
    const [general, viewer] = await tilesets(model);
    const columns = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 100, 200, 300, 1];
    assert.deepEqual(general?.json.root.transform, columns);
    assert.equal(viewer?.json.root.transform, undefined);
  });

  it('keeps millimetres far away from the origin', async () => {
    const at = [3_500_000, 5_400_000, 120] as const;
    const model = makeModel([{ shapes: [ball(at, 0.5, 24)] }]);
    const [general] = await tilesets(model);
    assert.ok(general);
    for (const { corners } of general.leaves[0]?.triangles ?? []) {
      for (const corner of corners) {
        const radius = Math.hypot(...corner.map((value, axis) => value - (at[axis] ?? 0)));
        assert.ok(Math.abs(radius - 0.5) < 0.0005, `${radius}`);
      }
    }
  });

  it('keeps colours, linear, and what one can see through apart', async () => {
    const model = makeModel([
      { shapes: [ball([0, 0, 0], 1, 6, [0.5, 1, 0, 1])] },
      { shapes: [ball([5, 0, 0], 1, 6, [0, 0, 1, 0.25])] },
    ]);
    const [general] = await tilesets(model);
    const [tile] = general?.leaves ?? [];
    assert.deepEqual(
      tile?.gltf.materials.map(({ alphaMode }) => alphaMode),
      [undefined, 'BLEND'],
    );
    const colors = [0, 1].map((feature) => tile?.triangles.find((triangle) => triangle.feature === feature)?.color);
    assert.deepEqual(
      colors.map((color) => color?.map((value) => Math.round(value * 1000) / 1000)),
      [
        [0.214, 1, 0, 1],
        [0, 0, 1, 0.25],
      ],
    );
  });

  it('has normals that look out of the body', async () => {
    const [general] = await tilesets(makeModel([{ shapes: [ball([1, 2, 3], 2, 16)] }]));
    for (const { corners, normal } of general?.leaves[0]?.triangles ?? []) {
      const [a = []] = corners;
      const outwards = normal.reduce((sum, value, axis) => sum + value * ((a[axis] ?? 0) - (axis + 1)), 0) / 2;
      assert.ok(outwards > 0.98, `${normal} at ${a}`);
    }
  });
});

describe('an export of a large model', () => {
  // 100 balls of 760 triangles on a field, and one that has more than a tile may have
  const field = () =>
    makeModel([
      { shapes: [ball([100, 100, 0], 30, 180)] },
      ...Array.from({ length: 100 }, (_, n) => ({
        shapes: [ball([20 * (n % 10), 20 * Math.floor(n / 10), 0], 2, 20)],
      })),
    ]);

  it('is a tree of tiles, rough ones above, all of it in the lowest, which show what is there', async () => {
    const model = field();
    const [general, viewer] = await tilesets(model);
    assert.ok(general && viewer);
    assert.ok(general.leaves.length > 3, `${general.leaves.length} leaves`);
    assert.ok(general.parents.length > 0);
    assertPicks(general, 'globalId', model.records, (record) => record.globalId);
    assertPicks(viewer, 'ElementId', model.records, (record) => record.id);
    const [root] = general.parents;
    assert.ok((root?.triangles.length ?? 0) > 1000, 'nothing is left of the model at its top');
    const { geometricError } = general.json.root;
    for (const { corners, feature } of root?.triangles ?? []) {
      if (root?.table.element?.[feature] !== '0x1000') continue;
      for (const [x = 0, y = 0, z = 0] of corners) {
        const off = Math.abs(Math.hypot(x - 100, y - 100, z) - 30);
        assert.ok(off <= geometricError, `${off} m, and only ${geometricError} m are told`);
      }
    }
  });

  it('keeps triangles that all lie at one place in tiles that are small enough', async () => {
    const model = makeModel(Array.from({ length: 60 }, () => ({ shapes: [ball([1, 1, 1], 1, 24)] })));
    const [general] = await tilesets(model);
    assert.ok((general?.leaves.length ?? 0) >= 2);
    assert.equal(
      general?.leaves.reduce((sum, tile) => sum + tile.triangles.length, 0),
      60 * 2 * 24 * 23,
    );
  });
});

describe('options and filter of an export', () => {
  const model = () =>
    makeModel([
      { shapes: [ball([0, 0, 0], 1, 32)], record: { partitionId: '0x3' } },
      { shapes: [ball([5, 0, 0], 1, 32)], record: { categoryId: '0x400000000' } },
      { shapes: [ball([9, 0, 0], 0.01, 8)] },
      { shapes: [] },
    ]);
  const elements = async (params: Pick<TilesParams, 'filter' | 'options'>) => {
    const [general] = await tilesets({ ...model(), ...params });
    return [...picked(general ?? assert.fail(), 'element').keys()].sort();
  };

  it('keep elements of models and categories, less some', async () => {
    assert.deepEqual(await elements({}), ['0x1000', '0x1001', '0x1002']);
    assert.deepEqual(await elements({ filter: { models: ['0x3', '0xffff'] } }), ['0x1000']);
    assert.deepEqual(await elements({ filter: { categories: ['0x400000000'] } }), ['0x1001']);
    assert.deepEqual(await elements({ filter: { neverDrawn: ['0x1001'] } }), ['0x1000', '0x1002']);
    await assert.rejects(
      elements({ filter: { models: ['0x3'], categories: ['0x400000000'] } }),
      /no geometry to export/,
    );
  });

  it('leave out what is small, and simplify, and divide', async () => {
    assert.deepEqual(await elements({ options: { minBRepFeatureSize: 0.1 } }), ['0x1000', '0x1001']);
    const count = async (options: TilesParams['options']) =>
      (await exported({ ...model(), types: ['3DTiles'], ...(options ? { options } : {}) })).triangleCount;
    const whole = await count(undefined);
    assert.equal(whole, 2 * (2 * 32 * 31) + 2 * 8 * 7);
    assert.ok((await count({ decimationTol: 0.05 })) < whole / 3);
    const { leaves } = (await tilesets({ ...model(), options: { maxEdgeLength: 0.2 } }))[0] ?? assert.fail();
    const longest = leaves
      .flatMap((leaf) => leaf.triangles)
      .reduce((most, { corners }) => {
        const edges = corners.map((corner, n) =>
          Math.hypot(...corner.map((value, axis) => value - (corners[(n + 1) % 3]?.[axis] ?? 0))),
        );
        return Math.max(most, ...edges);
      }, 0);
    assert.ok(longest < 0.2005, `${longest}`);
    await assert.rejects(count({ maxEdgeLength: 1e-5 }), { code: 'TooManyTriangles' });
  });
});

describe('an export without geometry', () => {
  it('fails, with the reason', async () => {
    const { result } = await imported(stepFile(project(wall(100, 'a'))));
    const none = (error: unknown) =>
      error instanceof EngineFailure &&
      error.code === 'NoGeometry' &&
      error.message === 'The model has no geometry to export.';
    await assert.rejects(exported({ geometry: result.geometry, snapshot: result.snapshot, types: tiled }), none);
    const refused = makeModel([{ shapes: [] }], { geometryRefused: 'The model has too many triangles.' });
    await assert.rejects(exported({ ...refused, geometry: [], types: ['GLTF'] }), /too many triangles/);
  });

  it('and stops when it is told to', async () => {
    const context = { progress: () => {}, log: () => {}, signal: AbortSignal.abort() };
    const model = makeModel([{ shapes: [ball([0, 0, 0], 1, 8)] }]);
    const run = exportTiles({ ...model, output: dirname(model.snapshot), types: tiled }, context);
    await assert.rejects(run, { name: 'AbortError' });
  });
});

describe('exports of public sample files', { skip: withoutSamples }, () => {
  for (const name of ['duplex.ifc', 'AC20-FZK-Haus.ifc', 'IfcOpenHouse_IFC4.ifc']) {
    it(name, async () => {
      const { result, records } = await imported(sample(name));
      const { exports } = await exported({
        geometry: result.geometry,
        snapshot: result.snapshot,
        types: [...tiled, 'GLTF'],
      });
      const [general, cesium, viewer] = exports;
      assert.ok(general && cesium && viewer);
      assert.deepEqual(cesium.files, general.files);
      assertPicks(await checkTileset(general), 'globalId', records, (record) => record.globalId);
      assertPicks(await checkTileset(viewer), 'ElementId', records, (record) => record.id);
      const path = exports[3]?.files[1]?.path ?? '';
      await validate(readFileSync(path), 'Export.gltf', dirname(path));
    });
  }
});
