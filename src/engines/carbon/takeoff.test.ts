import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ElementRecord, MeshMeasures } from '../snapshot/types.ts';
import type { CarbonLabel } from './params.ts';
import { calculated, declared, element, epd, made, mappingOf, modelOf, near, volumes } from './testing/calculations.ts';
import type { MappedMaterial } from './types.ts';

const mesh = (volume: number, closed = true): MeshMeasures => ({
  triangles: 12,
  area: 10,
  volume,
  closed,
  centroid: [0, 0, 0],
  moments: [1, 1, 1, 0, 0, 0],
});
const concrete: MappedMaterial = { name: 'Concrete', epdId: 'concrete' };
const factors = { mappings: [mappingOf([concrete])], epds: [epd({ gwp: { 'A1-A3': 1 } })] };

/** Quantities by material, calculated or not. */
async function quantities(records: readonly ElementRecord[], more: Partial<CarbonLabel> = {}) {
  const { result, ...rest } = await calculated(modelOf(records), factors, [{ ...volumes, ...more }]);
  return { result, ...rest, total: result.totals['A1-A3'] };
}
const one = (more: Partial<ElementRecord>, number = 0) => element(number, { materials: made('Concrete'), ...more });
const codes = (warnings: readonly { code: string; count: number }[]) =>
  warnings.map(({ code, count }) => [code, count]);

describe('quantities of elements', () => {
  for (const [name, record, column, truth] of [
    [
      'a declared net volume before the shape',
      { propertySets: [declared({ NetVolume: 2 })], mesh: mesh(2.01) },
      'Volume',
      2,
    ],
    [
      'a closed shape before a gross volume',
      { propertySets: [declared({ GrossVolume: 3 })], mesh: mesh(2) },
      'Volume',
      2,
    ],
    [
      'a gross volume where the shape is open',
      { propertySets: [declared({ GrossVolume: 3 })], mesh: mesh(2, false) },
      'Volume',
      3,
    ],
    ['the shape where 0 is declared', { propertySets: [declared({ NetVolume: 0 })], mesh: mesh(2) }, 'Volume', 2],
    ['base quantities', { propertySets: [declared({ NetVolume: 2 }, 'BaseQuantities')] }, 'Volume', 2],
    ['side areas before others', { propertySets: [declared({ GrossArea: 9, NetSideArea: 4 })] }, 'Area', 4],
    ['a length', { propertySets: [declared({ Length: 4 })] }, 'Length', 4],
    ['a net weight', { propertySets: [declared({ GrossWeight: 9, NetWeight: 4 })] }, 'Mass', 4],
    ['a count', {}, 'Count', 1],
    ['a quantity of any set by its name', { propertySets: [declared({ MyVolume: 7 }, 'Mine')] }, 'Mine.MyVolume', 7],
  ] as const) {
    it(`are ${name}`, async () => {
      const { result } = await quantities([one(record)], {
        elementQuantityColumn: column,
        materialColumns: ['Material'],
      });
      const [found] = result.notCalculated[0] === undefined ? result.materials : result.notCalculated;
      assert.equal(found?.quantity, truth);
    });
  }

  it('are not taken from other sets, from types, or from quantities of another kind', async () => {
    const wrong = { ...declared({ NetVolume: 2 }), measures: { NetVolume: 'IfcQuantityLength' } };
    const { result } = await quantities([
      one({ propertySets: [declared({ NetVolume: 2 }, 'Mine')] }, 0),
      one({ propertySets: [{ ...declared({ NetVolume: 2 }), of: 'type' }] }, 1),
      one({ propertySets: [wrong] }, 2),
    ]);
    assert.deepEqual(
      result.notCalculated.map(({ reason, rows, quantity }) => [reason, rows, quantity]),
      [['NoQuantity', 3, null]],
    );
    assert.equal(result.totals['A1-A3'], null, 'nothing known is not zero');
  });

  it('that are far from the shape are told', async () => {
    const { result } = await quantities([one({ propertySets: [declared({ NetVolume: 2 })], mesh: mesh(2.2) })]);
    assert.deepEqual([result.totals['A1-A3'], codes(result.warnings)], [2, [['QuantityDiffers', 1]]]);
  });
});

const layered = (
  ...layers: readonly (readonly [name: string | null, thickness: number])[]
): ElementRecord['materials'] => [
  { kind: 'layers', materials: layers.map(([name, thickness]) => ({ name, thickness })) },
];

describe('materials of elements', () => {
  it('share volume and mass by the thickness of all layers, air included, and have the whole area', async () => {
    const materials = layered(['Concrete', 0.2], [null, 0.05], ['Wool', 0.15]);
    const record = one({ materials, propertySets: [declared({ NetVolume: 4, NetWeight: 40, NetSideArea: 10 })] });
    const rows = async (column: string) => {
      const { result } = await quantities([record], { elementQuantityColumn: column });
      return [
        result.materials[0]?.quantity ?? result.notCalculated[0]?.quantity,
        result.notCalculated.at(-1)?.quantity,
      ];
    };
    assert.deepEqual(await rows('Volume'), [2, 1.5]);
    assert.deepEqual(await rows('Mass'), [20, 15]);
    assert.deepEqual(await rows('Area'), [10, 10]);
  });

  it('give an area by the thickness of all layers where none is declared', async () => {
    const record = one({ materials: layered(['Concrete', 0.2], ['Wool', 0.2]), mesh: mesh(4) });
    const { result } = await quantities([record], { elementQuantityColumn: 'Area' });
    assert.ok(near(result.notCalculated.at(-1)?.quantity, 10));
  });

  it('share by their fractions, where all constituents have one, and not at all otherwise', async () => {
    const constituents = (...parts: readonly (readonly [string, number?])[]): ElementRecord['materials'] => [
      {
        kind: 'constituents',
        materials: parts.map(([name, fraction]) => ({ name, ...(fraction === undefined ? {} : { fraction }) })),
      },
    ];
    const sets = [declared({ NetVolume: 4 })];
    const known = await quantities([
      one({ materials: constituents(['Concrete', 0.25], ['Steel', 0.75]), propertySets: sets }),
    ]);
    assert.deepEqual([known.total, known.result.notCalculated[0]?.quantity], [1, 3]);
    for (const materials of [
      constituents(['Concrete', 0.25], ['Concrete']),
      made('Concrete', 'Concrete'),
      [...made('Concrete'), ...made('Concrete')],
    ]) {
      const { result } = await quantities([one({ materials, propertySets: sets })]);
      assert.deepEqual(
        result.notCalculated.map(({ reason, rows }) => [reason, rows]),
        [['NoQuantity', 2]],
      );
    }
  });

  it('are named by any column, each of which takes the whole quantity', async () => {
    const record = one({ tag: 'Concrete', propertySets: [declared({ NetVolume: 4 })] });
    const { total, rows } = await quantities([record], { materialColumns: ['Tag', 'Material'] });
    assert.deepEqual([total, rows], [8, 2]);
    const other = await quantities([one({ materials: made('Steel', ' concrete ') })], {
      materialColumns: ['Material'],
    });
    assert.deepEqual(
      other.result.notCalculated.map(({ material, reason }) => [material, reason]),
      [
        ['Steel', 'Unmapped'],
        ['concrete', 'NoQuantity'],
      ],
    );
  });
});

describe('elements', () => {
  const sets = [declared({ NetVolume: 1 })];
  const part = (number: number, parentId: string, more: Partial<ElementRecord> = {}) =>
    one({ parentId, parentRelation: 'part', propertySets: sets, ...more }, number);

  it('with measured parts are counted by these, over all levels', async () => {
    const stair = one({ class: 'IfcStair', propertySets: sets }, 1);
    const flight = part(2, stair.id);
    const { total, rows, result } = await quantities([
      stair,
      flight,
      part(3, flight.id),
      part(4, flight.id),
      part(5, stair.id),
    ]);
    assert.deepEqual([total, rows, codes(result.warnings)], [3, 3, [['ByParts', 2]]]);
  });

  it('with parts that have no quantity are counted themselves', async () => {
    const wall = one({ propertySets: sets }, 1);
    const { rows, total, result } = await quantities([wall, part(2, wall.id, { propertySets: [] })]);
    assert.deepEqual([rows, total, result.warnings], [2, 1, []]);
  });

  it('in an opening of a wall are no part of it, nor do openings, spaces, ports and the like count', async () => {
    const wall = one({ propertySets: sets }, 1);
    const nothing = ['IfcOpeningElement', 'IfcVirtualElement', 'IfcAnnotation', 'IfcGrid', 'IfcDistributionPort'];
    const others = nothing.map((name, at) => part(10 + at, wall.id, { class: name }));
    const window = one({ class: 'IfcWindow', parentId: wall.id, parentRelation: 'filling', propertySets: sets }, 3);
    const space = one({ class: 'IfcSpace', partitionId: '0x3', propertySets: sets }, 4);
    const { total, rows } = await quantities([wall, window, space, ...others]);
    assert.deepEqual([total, rows], [2, 2]);
  });

  it('that are twice in the file are counted once, others of one GlobalId each', async () => {
    const same = { propertySets: sets, geometryHash: 'aa' };
    const { total, result } = await quantities([
      one({ ...same, globalId: 'one' }, 1),
      one({ ...same, globalId: 'one~2' }, 2),
      one({ ...same, globalId: 'one~3', geometryHash: 'bb' }, 3),
    ]);
    assert.deepEqual([total, codes(result.warnings)], [2, [['DuplicateElement', 1]]]);
  });

  it('are chosen by the filter of a group', async () => {
    const records = [
      one({ propertySets: sets }, 1),
      one({ class: 'IfcSlab', propertySets: sets, mesh: mesh(0.99) }, 2),
    ];
    const groups = [{ name: 'Slabs', filter: "Class eq 'IfcSlab' and Volume gt 0.9" }];
    const of = (group: string) =>
      calculated(modelOf(records), { ...factors, mappings: [mappingOf([concrete], { groups })] }, [
        { ...volumes, group },
      ]);
    assert.equal((await of('Slabs')).rows, 1);
    await assert.rejects(of('Walls'), /^Error: Group 'Walls' is not in the mapping 'House'\.$/);
  });

  it('of a snapshot without kinds of quantities are refused', async () => {
    const source = { ...modelOf([]), snapshot: 'src/engines/snapshot/testing/format-1.snapshot' };
    await assert.rejects(calculated(source as never, factors), /earlier version of the server/);
  });

  it('need the columns that a label names', async () => {
    const records = [one({ propertySets: sets })];
    await assert.rejects(quantities(records, { elementNameColumn: 'Nmae' }), /Column 'Nmae' is not in table '\*'\./);
    await assert.rejects(quantities(records, { elementQuantityColumn: 'Qto_X.Y' }), /Column 'Qto_X\.Y' is not in/);
  });
});
