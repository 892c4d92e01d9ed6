import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boxShape, imported, project, stepFile, wall } from '../testing/files.ts';

const at = `#110=IFCCARTESIANPOINT((10.,20.,3.));
#111=IFCAXIS2PLACEMENT3D(#110,$,$);
#112=IFCLOCALPLACEMENT(#20,#111);`;

const read = async (data: string) => imported(stepFile(project(`${boxShape(100, 4, 1, 3)}\n${at}\n${data}`)));

describe('a reference that the standard demands and a file leaves out', () => {
  it('is that of the placement above for a local placement, reported once for all', async () => {
    const { header, of, result } = await read(`#120=IFCLOCALPLACEMENT(#112,$);
${wall(121, 'a', '#105', '#120')}
#122=IFCLOCALPLACEMENT( /* none */ #112 , $ );
${wall(123, 'b', '#105', '#122')}
#124=IFCLOCALPLACEMENT($,$);
${wall(125, 'c', '#105', '#124')}`);
    assert.equal(result.triangleCount, 36);
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => of(key).box?.low),
      [
        [8, 19.5, 3],
        [8, 19.5, 3],
        [-2, -0.5, 0],
      ],
    );
    assert.deepEqual(
      ['a', 'c'].map((key) => [3, 7, 11].map((n) => of(key).placement?.[n])),
      [
        [10, 20, 3],
        [0, 0, 0],
      ],
    );
    assert.deepEqual(header.report.issues, [
      {
        line: 32,
        message:
          '3 IfcLocalPlacement, first #120, leave out RelativePlacement, which the standard demands; it counts as the axes of the placement above it.',
      },
    ]);
  });

  it('is the origin for the point of axes, with the directions that are there', async () => {
    const { header, of } = await read(`#119=IFCDIRECTION((0.,1.,0.));
#120=IFCAXIS2PLACEMENT3D($,#11,#119);
#121=IFCLOCALPLACEMENT(#112,#120);
${wall(122, 'a', '#105', '#121')}`);
    assert.deepEqual(of('a').box?.low, [9.5, 18, 3]);
    assert.deepEqual(
      [3, 7, 11].map((n) => of('a').placement?.[n]),
      [10, 20, 3],
    );
    assert.match(
      header.report.issues[0]?.message ?? '',
      /^The IfcAxis2Placement3D #120 leaves out Location, .* the origin\.$/,
    );
  });

  it('is the direction across its profile for an extruded body', async () => {
    const { header, of } = await read(`#120=IFCEXTRUDEDAREASOLID(#102,#12,$,2.5);
#121=IFCSHAPEREPRESENTATION(#9,'Body','SweptSolid',(#120));
#122=IFCPRODUCTDEFINITIONSHAPE($,$,(#121));
${wall(123, 'a', '#122')}`);
    assert.ok(Math.abs((of('a').mesh?.volume ?? 0) - 10) < 1e-6);
    assert.match(header.report.issues[0]?.message ?? '', /#120 leaves out ExtrudedDirection/);
  });

  it('is the origin for the axis of a revolved body', async () => {
    const revolved = (location: string) => `#119=IFCDIRECTION((1.,0.,0.));
#118=IFCAXIS1PLACEMENT(${location},#119);
#117=IFCCARTESIANPOINT((0.,5.));
#116=IFCAXIS2PLACEMENT2D(#117,$);
#115=IFCRECTANGLEPROFILEDEF(.AREA.,$,#116,4.,1.);
#120=IFCREVOLVEDAREASOLID(#115,#12,#118,1.);
#121=IFCSHAPEREPRESENTATION(#9,'Body','SweptSolid',(#120));
#122=IFCPRODUCTDEFINITIONSHAPE($,$,(#121));
${wall(123, 'a', '#122')}`;
    const written = await read(revolved('#10'));
    const leftOut = await read(revolved('$'));
    // by Pappus: area × radius × angle
    assert.ok(Math.abs((written.of('a').mesh?.volume ?? 0) - 20) < 1);
    assert.deepEqual(leftOut.of('a').mesh, written.of('a').mesh);
    assert.deepEqual(leftOut.of('a').box, written.of('a').box);
  });

  it('has a reason where nothing can stand for it', async () => {
    const shaped = (item: string) => `#118=IFCHALFSPACESOLID($,.F.);
${item}
#121=IFCSHAPEREPRESENTATION(#9,'Body','SweptSolid',(#120));
#122=IFCPRODUCTDEFINITIONSHAPE($,$,(#121));
${wall(123, 'a', '#122')}`;
    const demanded = 'which the standard demands, and nothing can stand for it.';
    for (const [item, reason, triangles] of [
      ['#120=IFCMAPPEDITEM($,$);', `The IfcMappedItem #120 leaves out MappingSource, ${demanded}`, 0],
      ['#119=IFCREPRESENTATIONMAP(#12,$);\n#120=IFCMAPPEDITEM(#119,$);', /#119 leaves out MappedRepresentation/, 0],
      ['#120=IFCREVOLVEDAREASOLID(#102,#12,$,1.);', `The IfcRevolvedAreaSolid #120 leaves out Axis, ${demanded}`, 0],
      ['#120=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#103,$);', /#120 leaves out SecondOperand/, 12],
      ['#120=IFCBOOLEANCLIPPINGRESULT(.DIFFERENCE.,#103,#118);', /#118 leaves out BaseSurface/, 12],
    ] as const) {
      const { header, result } = await read(shaped(item));
      const messages = header.report.issues.map(({ message }) => message);
      const isSaid = typeof reason === 'string' ? messages.includes(reason) : messages.some((one) => reason.test(one));
      assert.ok(isSaid, `${item}: ${messages.join(' ')}`);
      assert.equal(result.triangleCount, triangles, item);
    }
  });
});
