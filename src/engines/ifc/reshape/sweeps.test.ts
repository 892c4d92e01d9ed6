import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hardSample, imported, project, stepFile, wall, withoutHardSamples } from '../testing/files.ts';

/** A wall `w` of one item, #200, in a file of IFC4X3 in metres. */
async function shapeOf(data: string) {
  const { of, header } = await imported(
    stepFile(
      project(`${data}
#301=IFCSHAPEREPRESENTATION(#9,'Body','AdvancedSweptSolid',(#200));
#302=IFCPRODUCTDEFINITIONSHAPE($,$,(#301));
${wall(303, 'w', '#302')}`),
      'IFC4X3',
    ),
  );
  const { mesh, box } = of('w');
  return { mesh, box, issues: header.report.issues.map(({ message }) => message) };
}

interface Expected {
  readonly volume?: number;
  readonly area?: number;
  readonly low: readonly number[];
  readonly high: readonly number[];
  readonly by?: number;
}

async function assertShape(data: string, { volume, area, low, high, by = 1e-3 }: Expected): Promise<void> {
  const { mesh, box, issues } = await shapeOf(data);
  assert.deepEqual(issues, []);
  assert.equal(mesh?.closed, volume !== undefined);
  const near = (found = Number.NaN, expected = 0, most = by) =>
    assert.ok(Math.abs(found - expected) <= most * Math.max(1, Math.abs(expected)), `${found}, not ${expected}`);
  if (volume !== undefined) near(mesh?.volume, volume, 0.01);
  if (area !== undefined) near(mesh?.area, area, 0.01);
  for (const axis of [0, 1, 2] as const) {
    near(box?.low[axis], low[axis]);
    near(box?.high[axis], high[axis]);
  }
}

/** A rectangle of 2 by 1 (#101), another of 4 by 1 (#102), and a straight line of 10 along x (#110). */
const parts = `#100=IFCCARTESIANPOINT((0.,0.));
#101=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,2.,1.);
#102=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,4.,1.);
#103=IFCCARTESIANPOINT((10.,0.,0.));
#110=IFCPOLYLINE((#10,#103));
#111=IFCAXIS2PLACEMENT2D(#100,$);`;
const at = (number: number, curve: number, distance: number, offsets = '$,$,$', axes = '$,$') =>
  `#${number}=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(${distance.toFixed(6)}),${offsets},#${curve});
#${number + 1}=IFCAXIS2PLACEMENTLINEAR(#${number},${axes});`;
const ends = `${at(120, 110, 0)}\n${at(122, 110, 10)}`;

/** A quarter of a circle of radius 10 about (0, 10), from the origin on to the left: #140. */
const quarter = `#130=IFCCARTESIANPOINT((0.,10.,0.));
#131=IFCDIRECTION((0.,-1.,0.));
#132=IFCAXIS2PLACEMENT3D(#130,#11,#131);
#133=IFCCIRCLE(#132,10.);
#140=IFCTRIMMEDCURVE(#133,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(1.5707963267949)),.T.,.PARAMETER.);`;
const quarterLength = 5 * Math.PI;

describe('cross-sections along a curve', () => {
  it('have the volume between them, wide to the left and right, high upwards', async () => {
    await assertShape(`${parts}\n${ends}\n#200=IFCSECTIONEDSOLIDHORIZONTAL(#110,(#101,#102),(#121,#123));`, {
      volume: 30,
      low: [0, -2, -0.5],
      high: [10, 2, 0.5],
    });
  });

  it('stand beside the curve by their offsets, and turned by their axes', async () => {
    await assertShape(
      `${parts}
${at(120, 110, 0, '3.,5.,$')}
${at(122, 110, 10, '3.,5.,$')}
#200=IFCSECTIONEDSOLIDHORIZONTAL(#110,(#101,#101),(#121,#123));`,
      { volume: 20, low: [0, 2, 4.5], high: [10, 4, 5.5] },
    );
    await assertShape(
      `${parts}
#112=IFCDIRECTION((0.,1.,0.));
${at(120, 110, 0, '$,$,$', '#112,$')}
${at(122, 110, 10, '$,$,$', '#112,$')}
#200=IFCSECTIONEDSOLIDHORIZONTAL(#110,(#101,#101),(#121,#123));`,
      { volume: 20, low: [0, -0.5, -1], high: [10, 0.5, 1] },
    );
  });

  it('follow arcs so closely that their volume is right', async () => {
    await assertShape(
      `${parts}\n${quarter}\n${at(120, 140, 0)}\n${at(122, 140, quarterLength)}
#200=IFCSECTIONEDSOLIDHORIZONTAL(#140,(#101,#101),(#121,#123));`,
      { volume: 2 * quarterLength, low: [0, -1, -0.5], high: [11, 10, 0.5], by: 0.05 },
    );
  });

  it('of other numbers of points, with holes, of several parts, or points by distance alone', async () => {
    await assertShape(
      `${parts}\n${ends}
#150=IFCCARTESIANPOINT((-2.,-0.5));
#151=IFCCARTESIANPOINT((2.,-0.5));
#152=IFCCARTESIANPOINT((0.,0.5));
#153=IFCPOLYLINE((#150,#151,#152,#150));
#154=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#153);
#200=IFCSECTIONEDSOLIDHORIZONTAL(#110,(#154,#154,#154),(#121,#161,#123));\n${at(160, 110, 5)}`,
      { volume: 20, low: [0, -2, -0.5], high: [10, 2, 0.5] },
    );
    const hollow = '#150=IFCRECTANGLEHOLLOWPROFILEDEF(.AREA.,$,#111,2.,1.,0.1,$,$);';
    await assertShape(`${parts}\n${ends}\n${hollow}\n#200=IFCSECTIONEDSOLIDHORIZONTAL(#110,(#150,#150),(#120,#122));`, {
      volume: 10 * (2 - 1.8 * 0.8),
      low: [0, -1, -0.5],
      high: [10, 1, 0.5],
    });
    const pair = `#150=IFCCARTESIANPOINT((5.,0.));
#151=IFCAXIS2PLACEMENT2D(#150,$);
#152=IFCRECTANGLEPROFILEDEF(.AREA.,$,#151,2.,1.);
#153=IFCCOMPOSITEPROFILEDEF(.AREA.,$,(#101,#152),$);`;
    await assertShape(`${parts}\n${ends}\n${pair}\n#200=IFCSECTIONEDSOLIDHORIZONTAL(#110,(#153,#153),(#121,#123));`, {
      volume: 40,
      low: [0, -1, -0.5],
      high: [10, 6, 0.5],
    });
  });

  it('are a surface where they are open: a road with its slopes', async () => {
    const cross = '#150=IFCOPENCROSSPROFILEDEF(.CURVE.,$,.T.,(3.,4.),(0.,0.5),$,$);';
    await assertShape(`${parts}\n${ends}\n${cross}\n#200=IFCSECTIONEDSURFACE(#110,(#121,#123),(#150,#150));`, {
      area: 10 * (3 + 4 / Math.cos(0.5)),
      low: [0, 0, 0],
      high: [10, 7, 4 * Math.tan(0.5)],
    });
  });

  it('stand on planes of their own on a spine', async () => {
    await assertShape(
      `${parts}
#150=IFCAXIS2PLACEMENT3D(#10,$,$);
#151=IFCCARTESIANPOINT((0.,0.,5.));
#152=IFCAXIS2PLACEMENT3D(#151,$,$);
#153=IFCPOLYLINE((#10,#151));
#154=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#153);
#155=IFCCOMPOSITECURVE((#154),.F.);
#200=IFCSECTIONEDSPINE(#155,(#101,#102),(#150,#152));`,
      { volume: 15, low: [-2, -0.5, 0], high: [2, 0.5, 5] },
    );
  });

  it('that do not fit together are reported', async () => {
    const { mesh, issues } = await shapeOf(`${parts}\n${ends}
#150=IFCRECTANGLEHOLLOWPROFILEDEF(.AREA.,$,#111,2.,1.,0.1,$,$);
#200=IFCSECTIONEDSOLIDHORIZONTAL(#110,(#101,#150),(#121,#123));`);
    assert.equal(mesh, undefined);
    assert.deepEqual(issues, ['Its shape has no mesh: nothing came of IfcSectionedSolidHorizontal.']);
  });

  it('sectioned-solid, a public sample: 9 m² along 400 m of an alignment', { skip: withoutHardSamples }, async () => {
    const { records } = await imported(hardSample('sectioned-solid.ifc'));
    const mesh = records.find((record) => record.class === 'IfcBuiltElement')?.mesh;
    assert.equal(mesh?.closed, true);
    assert.ok(Math.abs((mesh?.volume ?? 0) / 3600 - 1) < 1e-3, `${mesh?.volume} m³`);
  });
});

describe('an area along a curve', () => {
  const bent = `#150=IFCCARTESIANPOINT((10.,10.,0.));\n#151=IFCPOLYLINE((#10,#103,#150));`;

  it('keeps its x axis at a fixed direction, and its width around corners', async () => {
    await assertShape(`${parts}\n${bent}\n#200=IFCFIXEDREFERENCESWEPTAREASOLID(#101,$,#151,$,$,#11);`, {
      volume: 40,
      low: [0, -0.5, -1],
      high: [10.5, 10, 1],
    });
  });

  it('from a place of the curve to another, by its parameter or its length, moved by its position', async () => {
    for (const range of [
      'IFCPARAMETERVALUE(0.5),IFCPARAMETERVALUE(1.)',
      'IFCLENGTHMEASURE(5.),IFCLENGTHMEASURE(10.)',
    ]) {
      await assertShape(
        `${parts}\n${bent}
#160=IFCCARTESIANPOINT((0.,0.,7.));
#161=IFCAXIS2PLACEMENT3D(#160,$,$);
#200=IFCFIXEDREFERENCESWEPTAREASOLID(#101,#161,#151,${range},#11);`,
        { volume: 10, low: [5, -0.5, 6], high: [10, 0.5, 8] },
      );
    }
  });

  it('keeps its x axis upright on a plane, and on a cylinder', async () => {
    await assertShape(
      `${parts}\n${quarter}
#150=IFCPLANE(#12);
#200=IFCSURFACECURVESWEPTAREASOLID(#101,$,#140,$,$,#150);`,
      { volume: 2 * quarterLength, low: [0, -0.5, -1], high: [10.5, 10, 1], by: 0.05 },
    );
    await assertShape(
      `${parts}\n${quarter}
#150=IFCAXIS2PLACEMENT3D(#130,#11,$);
#151=IFCCYLINDRICALSURFACE(#150,10.);
#200=IFCSURFACECURVESWEPTAREASOLID(#101,$,#140,$,$,#151);`,
      { volume: 2 * quarterLength, low: [0, -1, -0.5], high: [11, 10, 0.5], by: 0.05 },
    );
  });

  it('turns with the curve where it is told from it', async () => {
    await assertShape(
      `${parts}\n${quarter}
#150=IFCDIRECTION((0.,1.,0.));
#200=IFCDIRECTRIXDERIVEDREFERENCESWEPTAREASOLID(#101,$,#140,$,$,#150);`,
      { volume: 2 * quarterLength, low: [0, -1, -0.5], high: [11, 10, 0.5], by: 0.05 },
    );
  });

  it('along a spline', async () => {
    await assertShape(
      `${parts}
#150=IFCCARTESIANPOINT((5.,0.,0.));
#151=IFCBSPLINECURVEWITHKNOTS(2,(#10,#150,#103),.UNSPECIFIED.,.F.,.F.,(3,3),(0.,1.),.UNSPECIFIED.);
#200=IFCFIXEDREFERENCESWEPTAREASOLID(#101,$,#151,$,$,#11);`,
      { volume: 20, low: [0, -0.5, -1], high: [10, 0.5, 1] },
    );
  });

  it('around a curve that cannot be followed is reported', async () => {
    const { mesh, issues } = await shapeOf(`${parts}
#151=IFCDIRECTION((1.,0.,0.));
#150=IFCOFFSETCURVE3D(#110,1.,.F.,#151);
#200=IFCFIXEDREFERENCESWEPTAREASOLID(#101,$,#150,$,$,#11);`);
    assert.equal(mesh, undefined);
    assert.deepEqual(issues, ['Its shape has no mesh: nothing came of IfcFixedReferenceSweptAreaSolid.']);
  });

  const area = (width: number, depth: number, ...less: readonly number[]) =>
    less.reduce((sum, one) => sum - one, width * depth);
  const sizes: readonly [entity: string, args: string, area: number, width: number, depth: number][] = [
    ['ROUNDEDRECTANGLE', '2.,1.,0.2', area(2, 1, (4 - Math.PI) * 0.04), 2, 1],
    ['CIRCLE', '1.', Math.PI, 2, 2],
    ['CIRCLEHOLLOW', '1.,0.25', Math.PI * (1 - 0.5625), 2, 2],
    ['ELLIPSE', '1.,0.5', Math.PI / 2, 2, 1],
    ['ISHAPE', '2.,3.,0.2,0.3,$,$,$', area(2, 3, 1.8 * 2.4), 2, 3],
    ['ISHAPE', '2.,3.,0.2,0.3,0.1,$,$', area(2, 3, 1.8 * 2.4) + (4 - Math.PI) * 0.01, 2, 3],
    ['ASYMMETRICISHAPE', '2.,3.,0.2,0.3,$,1.,0.4,$,$,$,$,$', 2 * 0.3 + 0.4 + 0.2 * 2.3, 2, 3],
    ['LSHAPE', '3.,2.,0.2,$,$,$', area(2, 3, 1.8 * 2.8), 2, 3],
    ['TSHAPE', '3.,2.,0.2,0.3,$,$,$,$,$', area(2, 0.3) + 2.7 * 0.2, 2, 3],
    ['USHAPE', '3.,2.,0.2,0.3,$,$,$', area(2, 3, 1.8 * 2.4), 2, 3],
    ['ZSHAPE', '3.,2.,0.2,0.3,$,$', 0.2 * 3 + 2 * 1.8 * 0.3, 3.8, 3],
    ['CSHAPE', '3.,2.,0.1,0.5,$', area(2, 3, 1.8 * 2.8, 0.1 * 2), 2, 3],
    ['TRAPEZIUM', '2.,1.,3.,0.5', 4.5, 2, 3],
  ];
  for (const [entity, args, expected, width, depth] of sizes) {
    it(`of the profile ${entity} (${args})`, async () => {
      // its x axis is up
      await assertShape(
        `${parts}
#150=IFC${entity}PROFILEDEF(.AREA.,$,#111,${args});
#200=IFCFIXEDREFERENCESWEPTAREASOLID(#150,$,#110,$,$,#11);`,
        { volume: 10 * expected, low: [0, -depth / 2, -width / 2], high: [10, depth / 2, width / 2], by: 0.01 },
      );
    });
  }

  it('of a line with a thickness, and of profiles that are mirrored or made of others', async () => {
    const line = `#150=IFCCARTESIANPOINT((2.,0.));\n#151=IFCCARTESIANPOINT((2.,3.));\n#152=IFCPOLYLINE((#100,#150,#151));`;
    await assertShape(
      `${parts}\n${line}
#160=IFCCENTERLINEPROFILEDEF(.AREA.,$,#152,0.2);
#200=IFCFIXEDREFERENCESWEPTAREASOLID(#160,$,#110,$,$,#11);`,
      { volume: 10, low: [0, -3, 0], high: [10, 0.1, 2.1] },
    );
    await assertShape(
      `${parts}\n${line}
#160=IFCCENTERLINEPROFILEDEF(.AREA.,$,#152,0.2);
#161=IFCMIRROREDPROFILEDEF(.AREA.,$,#160,*,$);
#200=IFCFIXEDREFERENCESWEPTAREASOLID(#161,$,#110,$,$,#11);`,
      { volume: 10, low: [0, -3, -2.1], high: [10, 0.1, 0] },
    );
    await assertShape(
      `${parts}
#160=IFCDIRECTION((0.,1.));
#161=IFCDIRECTION((-1.,0.));
#162=IFCCARTESIANPOINT((7.,0.));
#163=IFCCARTESIANTRANSFORMATIONOPERATOR2D(#160,#161,#162,2.);
#164=IFCDERIVEDPROFILEDEF(.AREA.,$,#101,#163,$);
#200=IFCFIXEDREFERENCESWEPTAREASOLID(#164,$,#110,$,$,#11);`,
      { volume: 80, low: [0, -2, 6], high: [10, 2, 8] },
    );
  });
});
