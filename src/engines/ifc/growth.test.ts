import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boxShape, imported, project, stepFile, wall } from './testing/files.ts';

const timeOf = async (text: string) => {
  const since = performance.now();
  const found = await imported(text);
  return { ...found, ms: performance.now() - since };
};

/**
 * Eight times the lines take at most three times eight times as long: twice the power would take 64 times. Where the
 * machine did something else meanwhile, it is tried again.
 */
async function growsWithTheFile(make: (count: number) => string, count: number) {
  await timeOf(make(100));
  for (let rounds = 1; ; rounds++) {
    const small = await timeOf(make(count / 8));
    const large = await timeOf(make(count));
    if (large.ms < 24 * Math.max(small.ms, 100)) return large;
    assert.ok(rounds < 4, `${small.ms} ms, then ${large.ms} ms`);
  }
}

const each = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n');

describe('the time of an import grows with the file only', () => {
  it('20,000 equal GlobalIds', async () => {
    const { records } = await growsWithTheFile(
      (count) => stepFile(project(each(count, (n) => wall(1000 + n, 'same')))),
      20_000,
    );
    assert.equal(records.at(-1)?.globalId, 'same~20000');
  });

  it('20,000 properties of one name', async () => {
    const { of } = await growsWithTheFile(
      (count) =>
        stepFile(
          project(`${wall(110, 'wall')}
${each(count, (n) => `#${1000 + n}=IFCPROPERTYSINGLEVALUE('Same',$,IFCINTEGER(${n}),$);`)}
#120=IFCPROPERTYSET('set',$,'Pset',$,(${Array.from({ length: count }, (_, n) => `#${1000 + n}`)}));
#121=IFCRELDEFINESBYPROPERTIES('rel',$,$,$,(#110),#120);`),
        ),
      20_000,
    );
    assert.equal(of('wall').propertySets[0]?.properties['Same~20000'], 19_999);
  });

  it('5,000 nested places', async () => {
    const { records, header } = await growsWithTheFile(
      (count) =>
        stepFile(
          project(
            each(count, (n) => {
              const above = n === 0 ? 33 : 1000 + 3 * (n - 1);
              const placed = n === 0 ? 20 : 1002 + 3 * (n - 1);
              return `#${1000 + 3 * n}=IFCSPACE('space-${n}',$,$,$,$,#${1002 + 3 * n},$,$,.ELEMENT.,$,$);
#${1001 + 3 * n}=IFCRELAGGREGATES('rel-${n}',$,$,$,#${above},(#${1000 + 3 * n}));
#${1002 + 3 * n}=IFCLOCALPLACEMENT(#${placed},#12);`;
            }),
          ),
        ),
      5000,
    );
    assert.equal(records.length, 5003);
    let [depth, nodes] = [0, 0];
    for (let level = header.tree.children; level.length > 0; level = level.flatMap((node) => node.children)) {
      depth++;
      nodes += level.length;
    }
    // deeper ones stand in the last level, and none is lost
    assert.deepEqual([depth, nodes], [201, 5003]);
  });

  it('a bomb of mapped items costs its own mesh only, and is reported with its size', async () => {
    const level = (n: number) => {
      const at = 1000 + 100 * n;
      const items = Array.from({ length: 10 }, (_, one) => `#${at + 10 + one}`);
      return `#${at}=IFCREPRESENTATIONMAP(#12,#${n === 0 ? 104 : at - 99});
#${at + 2}=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#10,1.,$);
${items.map((item) => `${item}=IFCMAPPEDITEM(#${at},#${at + 2});`).join('\n')}
#${at + 1}=IFCSHAPEREPRESENTATION(#9,'Body','MappedRepresentation',(${items}));
#${at + 3}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${at + 1}));`;
    };
    const text = stepFile(
      project(`${boxShape(100, 1, 1, 1)}
${each(12, level)}
${wall(400, 'bomb', '#2103')}
${wall(401, 'hundred', '#1103')}
${wall(402, 'box', '#105')}`),
    );
    const { of, header } = await imported(text);
    assert.deepEqual(
      ['bomb', 'hundred', 'box'].map((id) => of(id).mesh?.triangles),
      [undefined, 1200, 12],
    );
    assert.deepEqual(
      header.report.issues.map(({ globalId, message }) => [globalId, message]),
      [['bomb', 'Its shape holds 1,000,000,000,000 others by mapped items, which is too many; it has no mesh.']],
    );
  });

  it('boolean operations that are made of each other are counted before they are meshed, and reported', async () => {
    const level = (n: number) =>
      `#${1000 + n}=IFCBOOLEANRESULT(.UNION.,#${n === 0 ? 103 : 999 + n},#${n === 0 ? 103 : 999 + n});`;
    const text = stepFile(
      project(`${boxShape(100, 1, 1, 1)}
${each(40, level)}
#400=IFCSHAPEREPRESENTATION(#9,'Body','CSG',(#1039));
#401=IFCPRODUCTDEFINITIONSHAPE($,$,(#400));
${wall(402, 'bomb', '#401')}
${wall(403, 'again', '#401')}
${wall(404, 'box', '#105')}`),
    );
    const { of, header } = await imported(text);
    assert.deepEqual(
      ['bomb', 'again', 'box'].map((id) => of(id).mesh?.triangles),
      [undefined, undefined, 12],
    );
    const message =
      'Its shape is made of 1,099,511,627,776 others by boolean operations, which is too many; it has no mesh.';
    assert.deepEqual(
      header.report.issues.map((issue) => [issue.globalId, issue.message]),
      [
        ['bomb', message],
        ['again', message],
      ],
    );
  });

  it('20,000 boolean operations one in the other', async () => {
    const { of, header } = await growsWithTheFile(
      (count) =>
        stepFile(
          project(`${boxShape(100, 1, 1, 1)}
${boxShape(110, 1, 2, 1)}
${each(count, (n) => `#${1000 + n}=IFCBOOLEANRESULT(.UNION.,#${n === 0 ? 103 : 999 + n},#113);`)}
#400=IFCSHAPEREPRESENTATION(#9,'Body','CSG',(#${999 + count}));
#401=IFCPRODUCTDEFINITIONSHAPE($,$,(#400));
${wall(402, 'deep', '#401')}
${wall(404, 'box', '#105')}`),
        ),
      20_000,
    );
    assert.equal(of('box').mesh?.triangles, 12);
    assert.match(of('deep').geometryHash ?? '', /^[0-9a-f]{16}$/);
    assert.match(
      header.report.issues.map(({ message }) => message).join(),
      /made of 20,001 others by boolean operations/,
    );
  });
});
