import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { houseFile } from '../../../demo/house.ts';
import type { EngineProgress } from '../engine.ts';
import { importIfc } from './ifc.ts';
import { boxShape, imported, lines, project, stepFile, testFolder, wall } from './testing/files.ts';

const folder = testFolder();

/** A wall with an opening and a door in it, next to a furniture with a part. */
const building = project(`${boxShape(100, 4, 0.2, 3)}
${boxShape(110, 1, 1, 2)}
${wall(120, 'wall', '#105')}
#121=IFCOPENINGELEMENT('opening',$,'Hole',$,$,#20,#115,$,$);
#122=IFCRELVOIDSELEMENT('rel-4',$,$,$,#120,#121);
#123=IFCDOOR('door',$,'Door',$,$,#20,$,'T-1',2.1,0.9,$,$,$);
#124=IFCRELFILLSELEMENT('rel-5',$,$,$,#121,#123);
#125=IFCFURNITURE('table',$,'Table',$,$,#20,#115,$,$);
#126=IFCFURNITURE('leg',$,'Leg',$,$,#20,$,$,$);
#127=IFCRELAGGREGATES('rel-6',$,$,$,#125,(#126));
#128=IFCSPACE('space',$,'Room',$,$,#20,#115,$,.ELEMENT.,$,$);
#129=IFCRELAGGREGATES('rel-7',$,$,$,#33,(#128));
#130=IFCRELCONTAINEDINSPATIALSTRUCTURE('rel-8',$,$,$,(#120),#33);
#131=IFCRELCONTAINEDINSPATIALSTRUCTURE('rel-9',$,$,$,(#125),#128);
#132=IFCANNOTATION('note',$,$,$,$,#20,$);`);

describe('an import', () => {
  it('gives elements, measures, quantities and tree of a house', async () => {
    const path = join(folder, 'house.ifc');
    writeFileSync(path, houseFile());
    const { result, header, records } = await imported(path);
    assert.deepEqual([result.elementCount, result.newIdCount, result.triangleCount, result.issueCount], [8, 8, 60, 0]);
    assert.deepEqual([header.schema, header.siPerUnit.length, header.ecefTransform], ['IFC4', 1, null]);
    assert.deepEqual(
      header.extents?.low.map((value) => Math.round(value * 1e6) / 1e6 + 0),
      [0, 0, -0.2],
    );
    assert.deepEqual(
      header.extents?.high.map((value) => Math.round(value * 1e6) / 1e6 + 0),
      [8, 6, 2.8],
    );
    const walls = records.filter((record) => record.class === 'IfcWall');
    assert.equal(walls.length, 4);
    for (const { mesh, propertySets } of walls) {
      const declared = propertySets[0]?.properties.NetVolume as number;
      assert.ok(Math.abs((mesh?.volume ?? 0) / declared - 1) < 1e-5, `${mesh?.volume} is not ${declared}`);
      assert.equal(mesh?.triangles, 12);
    }
    const [site] = header.tree.children;
    assert.deepEqual(site?.children[0]?.children[0]?.counts, { IfcSlab: 1, IfcWall: 4 });
    assert.deepEqual(header.tree.counts, {});
    assert.deepEqual(header.tree.project?.name, 'Demo');
  });

  it('knows who is part of whom and where everything is', async () => {
    const { of, header } = await imported(stepFile(building));
    const at = (globalId: string) => {
      const { parentId, rootId, containerId, container, partitionId, parentRelation } = of(globalId);
      return [parentId, rootId, containerId, container, partitionId, parentRelation];
    };
    const id = (globalId: string) => of(globalId).id;
    const storey = 'storey0000000000000000';
    const site = id('site000000000000000000');
    assert.deepEqual(at('wall'), ['0', id('wall'), id(storey), storey, '0x2', null]);
    assert.deepEqual(at('opening'), [id('wall'), id('wall'), id(storey), storey, '0x2', 'void']);
    assert.deepEqual(at('door'), [id('wall'), id('wall'), id(storey), storey, '0x2', 'filling']);
    assert.deepEqual(at('leg'), [id('table'), id('table'), id('space'), 'space', '0x2', 'part']);
    assert.deepEqual(at('space'), [id(storey), site, '0', null, '0x3', 'part']);
    assert.deepEqual(at('note'), ['0', id('note'), '0', null, '0x2', null]);
    assert.deepEqual(header.tree.counts, { IfcAnnotation: 1 });
    const ground = header.tree.children[0]?.children[0]?.children[0];
    assert.deepEqual(ground?.counts, { IfcWall: 1, IfcOpeningElement: 1, IfcDoor: 1 });
    assert.deepEqual(ground?.children[0]?.counts, { IfcFurniture: 2 });
  });

  it('makes meshes of bodies only, with openings taken away', async () => {
    const { records, of } = await imported(stepFile(building));
    assert.deepEqual(
      records.filter((record) => record.mesh !== undefined).map((record) => record.globalId),
      ['wall', 'table'],
    );
    assert.ok(Math.abs((of('wall').mesh?.volume ?? 0) - (4 * 0.2 * 3 - 1 * 0.2 * 2)) < 1e-5);
    assert.equal(of('door').geometryHash, null);
    assert.notEqual(of('space').geometryHash, null);
  });

  it('places elements in metres, through the chain, whatever the unit of the file', async () => {
    const data = project(`#100=IFCCARTESIANPOINT((1000.,2000.,0.));
#101=IFCDIRECTION((0.,1.,0.));
#102=IFCAXIS2PLACEMENT3D(#100,$,#101);
#103=IFCLOCALPLACEMENT(#20,#102);
#104=IFCLOCALPLACEMENT(#103,#102);
${wall(105, 'wall', '$', '#104')}
#106=IFCGRIDPLACEMENT($,$);
${wall(107, 'on-grid', '$', '#106')}
${wall(108, 'nowhere', '$', '$')}`);
    const { of, header } = await imported(stepFile(data.replace('.LENGTHUNIT.,$', '.LENGTHUNIT.,.MILLI.')));
    assert.equal(header.siPerUnit.length, 0.001);
    assert.equal(header.units.LENGTHUNIT, 'MILLIMETRE');
    assert.deepEqual(of('wall').placement?.map(Math.round), [-1, 0, 0, -1, 0, -1, 0, 3, 0, 0, 1, 0, 0, 0, 0, 1]);
    assert.equal(of('on-grid').placement, null);
    assert.equal(of('nowhere').placement, null);
  });

  it('tells its progress, over all steps, up to the end', async () => {
    const path = join(folder, 'progress.ifc');
    writeFileSync(path, stepFile(building));
    const told: Partial<EngineProgress>[] = [];
    const context = { progress: (change: Partial<EngineProgress>) => void told.push(change), log: () => {} };
    const { elementCount } = await importIfc({ input: path, output: folder }, context);
    const counts = told.flatMap(({ done }) => done ?? []);
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
      'it went back',
    );
    assert.equal(counts.at(-1), 3 * elementCount);
    assert.deepEqual(
      told.flatMap(({ step }) => step ?? []),
      ['Reading', 'Meshing and comparing shapes', 'Describing elements'],
    );
  });

  it('stops when it is told to', async () => {
    const path = join(folder, 'stop.ifc');
    writeFileSync(path, stepFile(building));
    const context = { progress: () => {}, log: () => {}, signal: AbortSignal.abort() };
    await assert.rejects(importIfc({ input: path, output: folder }, context), { name: 'AbortError' });
  });
});

describe('ids of elements', () => {
  it('are given in the order of the file and stay with the GlobalId', async () => {
    const first = await imported(stepFile(project(`${wall(100, 'a')}\n${wall(101, 'b')}`)));
    assert.deepEqual(first.records.map((record) => [record.id, record.globalId]).slice(3), [
      ['0x1003', 'a'],
      ['0x1004', 'b'],
    ]);
    const known = join(folder, 'known.txt');
    const before = lines(first.result.newIds);
    writeFileSync(known, [...before, ''].join('\n'));
    // b is gone, c is new, a has another number and place in the file
    const second = await imported(stepFile(project(`${wall(100, 'c')}\n${wall(999, 'a')}`)), { knownIds: known });
    assert.deepEqual(lines(second.result.newIds), ['c']);
    assert.deepEqual([second.of('a').id, second.of('c').id], ['0x1003', '0x1005']);
    // and b is back
    writeFileSync(known, [...before, 'c', ''].join('\n'));
    const third = await imported(stepFile(project(`${wall(100, 'b')}`)), { knownIds: known });
    assert.equal(third.of('b').id, '0x1004');
    assert.equal(third.result.newIdCount, 0);
  });

  it('tell elements of one GlobalId apart and leave out those without one', async () => {
    const twice = [wall(100, 'a'), wall(101, 'a'), wall(102, 'a'), wall(103, ''), wall(104, 'b')].join('\n');
    const { records, header } = await imported(stepFile(project(twice)));
    assert.deepEqual(
      records.slice(3).map((record) => record.globalId),
      ['a', 'a~2', 'a~3', 'b'],
    );
    assert.deepEqual(
      header.report.issues.map(({ line, message }) => [line, message]),
      [
        [24, 'The GlobalId a is there more than once; #101 is called a~2.'],
        [25, 'The GlobalId a is there more than once; #102 is called a~3.'],
        [26, '#103 (IfcWall) has no GlobalId and was skipped.'],
      ],
    );
  });

  it('follow from the class for class, category and subcategory', async () => {
    const { of } = await imported(stepFile(project("#100=IFCWALLSTANDARDCASE('a',$,$,$,$,$,$,$,$);")));
    const { classId, categoryId, subCategoryId, class: name } = of('a');
    assert.deepEqual(
      [classId, categoryId, subCategoryId, name],
      ['0xd1584855', '0x5a2b090aa', '0x5a2b090ab', 'IfcWallStandardCase'],
    );
  });
});
