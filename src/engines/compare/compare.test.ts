import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { EngineProgress } from '../engine.ts';
import { boxShape, project, stepFile, wall } from '../ifc/testing/files.ts';
import { classNumber, id64 } from '../snapshot/id64.ts';
import { elementRecord, writeSnapshot } from '../snapshot/testing/records.ts';
import { compareSnapshots } from './compare.ts';
import { compared, comparedFiles, runFolder } from './testing/compared.ts';

const building = (...data: readonly string[]) => stepFile(project(data.join('\n')));

/** Another instance of a placement at (x, y, z), three instances from `number` on; the last one is the placement. */
const placed = (
  number: number,
  x: number,
  y = 0,
  z = 0,
) => `#${number}=IFCCARTESIANPOINT((${real(x)},${real(y)},${real(z)}));
#${number + 1}=IFCAXIS2PLACEMENT3D(#${number},$,$);
#${number + 2}=IFCLOCALPLACEMENT(#20,#${number + 1});`;
const real = (value: number) => (Number.isInteger(value) ? `${value}.` : String(value));

/** A property set of one text property, on an element or, with `of`, on its type. */
const set = (number: number, name: string, property: string, value: string, element: number, id = `set-${number}`) =>
  `#${number}=IFCPROPERTYSINGLEVALUE('${property}',$,IFCLABEL('${value}'),$);
#${number + 1}=IFCPROPERTYSET('${id}',$,'${name}',$,(#${number}));
#${number + 2}=IFCRELDEFINESBYPROPERTIES('rel-${number}',$,$,$,(#${element}),#${number + 1});`;

const contained = (number: number, elements: readonly number[]) =>
  `#${number}=IFCRELCONTAINEDINSPATIALSTRUCTURE('in-${number}',$,$,$,(${elements.map((one) => `#${one}`)}),#33);`;

/** A wall with a box, and what a test adds to it. */
const walled = (...more: readonly string[]) =>
  building(boxShape(100, 4, 0.3, 3), wall(110, 'wall', '#105'), contained(120, [110]), ...more);

async function changesOf(before: string, after: string) {
  const { changes, valuesOf } = await comparedFiles(before, after);
  return { changes, values: valuesOf('wall') };
}

describe('comparison: what differs of an element', () => {
  it('1: its own attributes, sets and quantities, with the values before and after', async () => {
    const before = walled(set(200, 'Pset', 'Fire', 'F30', 110), set(210, 'Pset', 'Fire', 'A', 110));
    const after = walled(set(200, 'Pset', 'Fire', 'F90', 110), set(300, 'Other', 'X', 'Y', 110)).replace(
      "'Wall 110'",
      "'W\\X\\E4nd'",
    );
    const { changes, values } = await changesOf(before, after);
    assert.deepEqual(changes, { wall: [23, 1] });
    assert.deepEqual(values, {
      Name: ['Wall 110', 'Wänd'],
      'Other.X': [null, 'Y'],
      'Pset.Fire': ['F30', 'F90'],
      'Pset~2.Fire': ['A', null],
    });
  });

  it('1: a second set of one name, in the order of their GlobalIds and not of the file', async () => {
    const one = set(200, 'Pset', 'A', '1', 110, 'a');
    const two = set(300, 'Pset', 'A', '2', 110, 'b');
    assert.deepEqual((await changesOf(walled(one, two), walled(two, one))).changes, {});
    const { values } = await changesOf(walled(one, two), walled(one, set(300, 'Pset', 'A', '3', 110, 'b')));
    assert.deepEqual(values, { 'Pset~2.A': ['2', '3'] });
  });

  it('2: its shape', async () => {
    const { changes, values } = await changesOf(walled(), walled().replace(',4.,0.3);', ',5.,0.3);'));
    assert.deepEqual([changes, values], [{ wall: [23, 2] }, {}]);
  });

  it('4: its placement, beyond a tenth of a millimetre', async () => {
    const at = (x: number) =>
      building(placed(90, x), boxShape(100, 4, 0.3, 3), wall(110, 'wall', '#105', '#92'), contained(120, [110]));
    assert.deepEqual((await changesOf(at(0), at(0.5))).changes, { wall: [23, 4] });
    assert.deepEqual((await changesOf(at(0), at(0.00009))).changes, {});
    const bare = (x: number) => building(placed(90, x), wall(110, 'wall', '$', '#92'));
    assert.deepEqual((await changesOf(bare(0), bare(0.0002))).changes, { wall: [23, 4] }, 'without a mesh, too');
    assert.deepEqual((await changesOf(bare(0), bare(0.00009))).changes, {});
  });

  it('8: type, material, classification and container', async () => {
    const type = (name: string) => `#400=IFCWALLTYPE('type',$,'${name}',$,$,$,$,$,$,.STANDARD.);
#401=IFCRELDEFINESBYTYPE('by-type',$,$,$,(#110),#400);`;
    const material = (name: string) => `#410=IFCMATERIAL('${name}',$,$);
#411=IFCRELASSOCIATESMATERIAL('of-material',$,$,$,(#110),#410);`;
    const code = (text: string) => `#420=IFCCLASSIFICATION($,$,$,'Uni',$,$,$);
#421=IFCCLASSIFICATIONREFERENCE($,'${text}',$,#420,$,$);
#422=IFCRELASSOCIATESCLASSIFICATION('of-class',$,$,$,(#110),#421);`;
    const { changes, values } = await changesOf(
      walled(type('Thin'), material('Brick'), code('1')),
      walled(type('Thick'), material('Clay'), code('2')).replace(contained(120, [110]), ''),
    );
    assert.deepEqual(changes, { wall: [23, 8] });
    assert.deepEqual(Object.keys(values), ['Classification', 'Container', 'Material', 'Type.Name']);
    assert.deepEqual(values.Container, ['storey0000000000000000', null]);
    assert.deepEqual(values['Type.Name'], ['Thin', 'Thick']);
  });

  it('16: layers', async () => {
    const layer = (name: string) => `#500=IFCPRESENTATIONLAYERASSIGNMENT('${name}',$,(#104),$);`;
    const { changes, values } = await changesOf(walled(layer('A')), walled(layer('B')));
    assert.deepEqual([changes, values], [{ wall: [23, 16] }, { Layers: [['A'], ['B']] }]);
  });

  it('32: the top-most parent', async () => {
    const parts = (whole: number) =>
      building(
        wall(110, 'wall'),
        wall(130, 'one'),
        wall(140, 'other'),
        `#150=IFCRELAGGREGATES('parts',$,$,$,#${whole},(#110));`,
      );
    const { changes, full, of } = await comparedFiles(parts(130), parts(140));
    assert.deepEqual(changes, { wall: [23, 32] });
    assert.deepEqual(full.parentIds, [of('other').id]);
    assert.deepEqual(full.parentClassIds, [id64(classNumber('IFCWALL'))]);
  });

  it('several at once are the sum', async () => {
    const after = walled(set(200, 'Pset', 'A', '1', 110)).replace(',4.,0.3);', ',5.,0.3);');
    const { changes } = await changesOf(walled(), after.replace(contained(120, [110]), ''));
    assert.deepEqual(changes, { wall: [23, 1 + 2 + 8] });
  });
});

describe('comparison: what is no difference', () => {
  it('a shape that was exported in another way, at another base, and is the same body in the world', async () => {
    const half = (x: number) => building(placed(90, x), boxShape(100, 4, 0.3, 3), wall(110, 'wall', '#105', '#92'));
    const rebased = half(-2).replace('#100=IFCCARTESIANPOINT((0.,0.))', '#100=IFCCARTESIANPOINT((2.,0.))');
    assert.deepEqual((await changesOf(half(0), rebased)).changes, {});
    const really = half(-2).replace('#100=IFCCARTESIANPOINT((0.,0.))', '#100=IFCCARTESIANPOINT((2.5,0.))');
    assert.deepEqual((await changesOf(half(0), really)).changes, { wall: [23, 6] });
    const turned = walled().replace(',4.,0.3);', ',0.3,4.);');
    assert.deepEqual(
      (await changesOf(walled(), turned)).changes,
      { wall: [23, 2] },
      'equal volume and area, other box',
    );
  });

  it('other numbers of instances and another order in the file', async () => {
    const renumbered = building(
      contained(720, [710]),
      wall(710, 'wall', '#705').replace('Wall 710', 'Wall 110'),
      boxShape(700, 4, 0.3, 3),
    );
    assert.deepEqual((await changesOf(walled(), renumbered)).changes, {});
  });

  it('what an element is a part, a place or a host of', async () => {
    const opening = (number: number, id: string) =>
      `#${number}=IFCOPENINGELEMENT('${id}',$,$,$,$,#20,$,$,$);
#${number + 1}=IFCRELVOIDSELEMENT('void-${number}',$,$,$,#110,#${number});`;
    const door = `#240=IFCDOOR('door',$,$,$,$,#20,$,$,$,$,$,$,$);
#241=IFCRELFILLSELEMENT('fills',$,$,$,#200,#240);`;
    const before = walled(opening(200, 'hole'), door);
    assert.deepEqual((await changesOf(before, walled(opening(200, 'hole')))).changes, { door: [9, 0] });
    const more = walled(opening(200, 'hole'), door, wall(300, 'new'), contained(310, [300]));
    assert.deepEqual((await changesOf(before, more)).changes, { new: [18, 0] });
    const grouped = walled(
      opening(200, 'hole'),
      door,
      "#320=IFCGROUP('group',$,'All',$,$);",
      "#321=IFCRELASSIGNSTOGROUP('grouped',$,$,$,(#110),$,#320);",
      "#322=IFCRELCONNECTSELEMENTS('touches',$,$,$,$,#110,#240);",
      "#323=IFCRELSPACEBOUNDARY('bounds',$,$,$,#33,#110,$,.PHYSICAL.,.INTERNAL.);",
    );
    assert.deepEqual((await changesOf(before, grouped)).changes, {});
  });

  it('nothing at all', async () => {
    const { full, minimal, result } = await comparedFiles(walled(), walled());
    assert.deepEqual([result.added, result.deleted, result.modified], [0, 0, 0]);
    assert.ok([...Object.values(full), ...Object.values(minimal)].every((array) => array.length === 0));
    assert.equal(Object.keys(full).length, 13);
    assert.equal(Object.keys(minimal).length, 8);
  });
});

describe('comparison: what comes and goes', () => {
  it('takes class, model and parent of deleted elements from before, and says nothing of their properties', async () => {
    const before = building(
      wall(110, 'wall'),
      wall(130, 'gone'),
      set(200, 'Pset', 'A', '1', 130),
      "#150=IFCRELAGGREGATES('parts',$,$,$,#110,(#130));",
    );
    const after = building(wall(110, 'wall'), "#131=IFCSPACE('new',$,$,$,$,$,$,$,.ELEMENT.,$,$);");
    const { full, minimal, changes, before: first } = await comparedFiles(before, after);
    assert.deepEqual(changes, { gone: [9, 0], new: [18, 0] });
    const wallClass = id64(classNumber('IFCWALL'));
    assert.deepEqual(full.classIds, [wallClass, id64(classNumber('IFCSPACE'))]);
    assert.deepEqual(full.modelIds, ['0x2', '0x3']);
    assert.deepEqual(
      [full.parentIds, full.parentClassIds],
      [
        [first.of('wall').id, '0'],
        [wallClass, '0'],
      ],
    );
    for (const name of ['properties', 'oldChecksums', 'newChecksums', 'oldValues', 'newValues']) {
      assert.deepEqual(full[name], [[], []]);
      assert.equal(minimal[name], undefined);
    }
    assert.deepEqual({ ...full, ...minimal }, full);
  });
});

describe('comparison: the run', () => {
  const many = (count: number, name: string, path: string) => {
    const records = Array.from({ length: count }, (_, n) =>
      elementRecord(0x1000 + n, { name, attributes: { Name: name } }),
    );
    writeSnapshot(path, records);
    return path;
  };

  it('tells the elements of both versions that it has seen, up to the end', async () => {
    const folder = runFolder();
    const [before, after] = [many(500, 'a', join(folder, 'a')), many(700, 'b', join(folder, 'b'))];
    const told: Partial<EngineProgress>[] = [];
    const context = { progress: (change: Partial<EngineProgress>) => void told.push(change), log: () => {} };
    const { result } = await compared({ before, after }, context);
    assert.deepEqual([result.added, result.modified], [200, 500]);
    const done = told.flatMap((change) => change.done ?? []);
    assert.deepEqual([done[0], done.at(-1), told[0]?.total, told[0]?.unit], [0, 1200, 1200, 'elements']);
    assert.ok(done.length > 2);
    assert.deepEqual(
      done,
      done.toSorted((a, b) => a - b),
    );
  });

  it('stops when it is told to', async () => {
    const after = many(500, 'a', join(runFolder(), 'a'));
    const context = { progress: () => {}, log: () => {}, signal: AbortSignal.abort() };
    await assert.rejects(compareSnapshots({ after, output: runFolder() }, context), { name: 'AbortError' });
  });

  it('ends above the limit of the result', async () => {
    const after = many(5000, 'a', join(runFolder(), 'a'));
    await assert.rejects(compared({ after, limits: { bytes: 2 ** 18 } }), {
      code: 'ResultTooLarge',
      message: /larger than 0.25 MiB/,
    });
  });

  it('ends when a snapshot is damaged or missing', async () => {
    const folder = runFolder();
    const after = many(500, 'a', join(folder, 'a'));
    await assert.rejects(compared({ before: join(folder, 'none'), after }), { code: 'UnreadableSnapshot' });
    truncateSync(after, 1000);
    await assert.rejects(compared({ after }), { code: 'UnreadableSnapshot' });
  });
});
