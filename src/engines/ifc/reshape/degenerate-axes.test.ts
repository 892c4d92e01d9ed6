import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boxShape, imported, project, stepFile, wall } from '../testing/files.ts';

/** A wall whose box of 1 by 1 by 2 stands at (10, 0, 0) with these axes. */
async function placed(axis: string, reference: string) {
  const { of, header } = await imported(
    stepFile(
      project(`${boxShape(100, 1, 1, 2)}
#110=IFCCARTESIANPOINT((10.,0.,0.));
#111=IFCDIRECTION((${axis}));
#112=IFCDIRECTION((${reference}));
#113=IFCAXIS2PLACEMENT3D(#110,#111,#112);
#114=IFCLOCALPLACEMENT(#20,#113);
${wall(120, 'w', '#105', '#114')}`),
    ),
  );
  const { placement, box } = of('w');
  const axes = [0, 1, 2].map((n) =>
    [0, 4, 8].map((row) => Math.round((placement?.[row + n] ?? Number.NaN) * 1e6) / 1e6 + 0),
  );
  const { issues } = header.report;
  return { axes, box, issues: issues.map(({ line, message }) => ({ line, message })) };
}

const rounded = (box: Awaited<ReturnType<typeof placed>>['box']) =>
  [...(box?.low ?? []), ...(box?.high ?? [])].map((value) => Math.round(value * 1e4) / 1e4 + 0);

describe('axes of a placement that tell no frame', () => {
  const told = (what: string) => [
    { line: 37, message: `Axes of the placement #113 ${what}; they count as if the file left them out.` },
  ];

  it('that are parallel: the axis counts, and the other is as it is where none is given', async () => {
    for (const reference of ['0.,0.,1.', '0.,0.,-3.']) {
      const { axes, box, issues } = await placed('0.,0.,1.', reference);
      assert.deepEqual(axes, [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ]);
      assert.deepEqual(rounded(box), [9.5, -0.5, 0, 10.5, 0.5, 2]);
      assert.deepEqual(
        issues.map(({ message }) => message),
        told('are parallel').map(({ message }) => message),
      );
      assert.ok(issues[0]?.line);
    }
    const along = await placed('1.,0.,0.', '1.,0.,0.');
    assert.deepEqual(along.axes, [
      [0, 1, 0],
      [0, 0, 1],
      [1, 0, 0],
    ]);
    assert.deepEqual(rounded(along.box), [10, -0.5, -0.5, 12, 0.5, 0.5]);
  });

  it('of no length count as left out', async () => {
    const without = await placed('0.,0.,0.', '0.,1.,0.');
    assert.deepEqual(without.axes, [
      [0, 1, 0],
      [-1, 0, 0],
      [0, 0, 1],
    ]);
    assert.deepEqual(rounded(without.box), [9.5, -0.5, 0, 10.5, 0.5, 2]);
    assert.deepEqual(
      without.issues.map(({ message }) => message),
      told('have no length').map(({ message }) => message),
    );
    const both = await placed('1.,0.,0.', '0.,0.,0.');
    assert.deepEqual(rounded(both.box), [10, -0.5, -0.5, 12, 0.5, 0.5]);
    assert.equal(both.issues.length, 1);
  });

  it('on a plane, and in thousands, are one line of the report', async () => {
    const many = Array.from(
      { length: 2000 },
      (_, n) => `#${1000 + 4 * n}=IFCAXIS2PLACEMENT3D(#10,#11,#11);
#${1001 + 4 * n}=IFCLOCALPLACEMENT(#20,#${1000 + 4 * n});
${wall(1002 + 4 * n, `w${n}`, '#105', `#${1001 + 4 * n}`)}`,
    );
    const flat = boxShape(100, 1, 1, 2).replace('IFCAXIS2PLACEMENT2D(#100,$)', 'IFCAXIS2PLACEMENT2D(#100,#106)');
    const { of, header } = await imported(
      stepFile(project(`${flat}\n#106=IFCDIRECTION((0.,0.));\n${many.join('\n')}`)),
    );
    assert.deepEqual(
      header.report.issues.map(({ message }) => message),
      [
        'Axes of 2000 placements, first of #1000, are parallel; they count as if the file left them out.',
        'Axes of the placement #101 have no length; they count as if the file left them out.',
      ],
    );
    assert.deepEqual(rounded(of('w1999').box), [-0.5, -0.5, 0, 0.5, 0.5, 2]);
  });
});
