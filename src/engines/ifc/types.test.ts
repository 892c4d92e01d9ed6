import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boxShape, doorLibrary, imported, project, stepFile, wall } from './testing/files.ts';

describe('a file without a product', () => {
  it('has no elements, and its types with their property sets', async () => {
    const { header, result, records } = await imported(doorLibrary());
    assert.deepEqual([result.elementCount, result.triangleCount, records.length], [0, 0, 0]);
    assert.deepEqual([header.extents, header.report.issueCount], [null, 0]);
    assert.deepEqual(header.types, {
      count: 1,
      propertySetCount: 1,
      listed: [
        {
          globalId: '0door00000000000000000',
          class: 'IfcDoorType',
          name: 'Door 900 x 2100',
          elementCount: 0,
          hasShape: true,
          propertySets: [
            {
              name: 'Pset_DoorCommon',
              of: 'type',
              kind: 'properties',
              properties: { FireRating: 'EI30' },
              measures: { FireRating: 'IfcLabel' },
            },
          ],
        },
      ],
    });
  });

  it('is read with nothing but a project, or property sets alone', async () => {
    for (const [data, sets] of [
      ["#1=IFCPROJECT('0project00000000000000',$,'P',$,$,$,$,$,$);", 0],
      ["#1=IFCPROPERTYSINGLEVALUE('A',$,IFCLABEL('b'),$);\n#2=IFCPROPERTYSET('0set',$,'S',$,(#1));", 1],
    ] as const) {
      const { header, result } = await imported(stepFile(data));
      assert.deepEqual([result.elementCount, header.types], [0, { count: 0, propertySetCount: sets, listed: [] }]);
    }
  });

  it('is shown by its first type with a shape where that is wanted', async () => {
    const { result, records } = await imported(doorLibrary(), { showType: true });
    assert.equal(result.triangleCount, 12);
    const [door] = records;
    const near = (point: readonly number[] | undefined) => point?.map((value) => Math.round(value * 1e6) / 1e6);
    assert.deepEqual(
      [near(door?.box?.low), near(door?.box?.high)],
      [
        [0, 0, 0],
        [0.9, 0.04, 2.1],
      ],
    );
    assert.equal(door?.type?.name, 'Door 900 x 2100');
    const plain = await imported(doorLibrary().replace(',(#15),', ',$,'), { showType: true });
    assert.deepEqual([plain.result.elementCount, plain.result.triangleCount], [0, 0]);
  });
});

it('a file with products lists its types with how many elements are of each', async () => {
  const data = `${boxShape(100, 1, 1, 1)}
${wall(110, 'a', '#105')}
${wall(111, 'b', '#105')}
#112=IFCPROPERTYSET('0set',$,'S',$,());
#113=IFCWALLTYPE('0type0',$,'Thin',$,$,(#112),$,$,$,.STANDARD.);
#114=IFCWALLTYPE('0type1',$,'Thick',$,$,(#112),$,$,$,.STANDARD.);
#115=IFCRELDEFINESBYTYPE('rel',$,$,$,(#110,#111),#113);`;
  const read = await imported(stepFile(project(data)), { showType: true });
  assert.equal(read.result.elementCount, 5);
  assert.deepEqual(
    read.header.types?.listed.map(({ name, elementCount, propertySets }) => [name, elementCount, propertySets.length]),
    [
      ['Thin', 2, 0],
      ['Thick', 0, 1],
    ],
  );
});
