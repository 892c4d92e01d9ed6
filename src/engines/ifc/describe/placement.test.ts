import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { boxShape, hardSample, imported, project, stepFile, wall, withoutHardSamples } from '../testing/files.ts';

type Imported = Awaited<ReturnType<typeof imported>>;

/** Where an element stands and where its x axis points; the middle of its box is above, but for how much it leans. */
function standing({ of }: Imported, key: string, leans = 1e-4): { readonly at: number[]; readonly x: number[] } {
  const { placement, box } = of(key);
  const at = [3, 7, 11].map((n) => placement?.[n] ?? Number.NaN);
  for (const axis of [0, 1] as const) {
    const middle = ((box?.low[axis] ?? 0) + (box?.high[axis] ?? 0)) / 2;
    assert.ok(Math.abs(middle - (at[axis] ?? 0)) < leans, `${key} is at ${at}, its box about ${middle}`);
  }
  assert.ok(Math.abs((box?.low[2] ?? 0) - (at[2] ?? 0)) < leans, `${key} is at ${at}, its box from ${box?.low[2]} on`);
  return { at, x: [0, 4, 8].map((n) => placement?.[n] ?? Number.NaN) };
}

function assertNear(found: readonly number[], expected: readonly number[], by = 1e-6): void {
  for (const [n, value] of expected.entries())
    assert.ok(Math.abs((found[n] ?? 0) - value) < by, `${found}, not ${expected}`);
}

/** A grid of two axes along y (x = 0 and 5) and two along x (y = 0 and 4), and a round one of radius 5. */
const grid = `${boxShape(100, 1, 1, 2)}
#110=IFCCARTESIANPOINT((10.,20.,0.));
#111=IFCDIRECTION((0.,1.,0.));
#112=IFCAXIS2PLACEMENT3D(#110,#11,#111);
#113=IFCLOCALPLACEMENT(#20,#112);
${[
  [0, 0, 0, 9],
  [5, 0, 5, 9],
  [-1, 0, 9, 0],
  [-1, 4, 9, 4],
]
  .map(
    ([x, y, u, v], n) => `#${120 + 4 * n}=IFCCARTESIANPOINT((${x}.,${y}.));
#${121 + 4 * n}=IFCCARTESIANPOINT((${u}.,${v}.));
#${122 + 4 * n}=IFCPOLYLINE((#${120 + 4 * n},#${121 + 4 * n}));
#${123 + 4 * n}=IFCGRIDAXIS('${n}',#${122 + 4 * n},.${n === 1 ? 'F' : 'T'}.);`,
  )
  .join('\n')}
#140=IFCCARTESIANPOINT((0.,0.));
#141=IFCAXIS2PLACEMENT2D(#140,$);
#142=IFCCIRCLE(#141,5.);
#143=IFCGRIDAXIS('r',#142,.T.);
#145=IFCGRID('grid',$,$,$,$,#113,$,(#123,#127),(#131,#135),(#143),$);`;
/** A wall in the intersection of two axes with offsets; what its x axis is. */
const inGrid = (at: number, axes: string, offsets: string, reference = '$', above = '') =>
  `#${at}=IFCVIRTUALGRIDINTERSECTION((${axes}),(${offsets}));
#${at + 1}=IFCGRIDPLACEMENT(${above}#${at},${reference});
${wall(at + 2, `w${at}`, '#105', `#${at + 1}`)}`;

describe('a placement in a grid', () => {
  it('is where two axes cross, moved to their left and up, from the grid on', async () => {
    const read = await imported(
      stepFile(
        project(`${grid}
${inGrid(200, '#127,#135', '0.,0.')}
${inGrid(210, '#123,#135', '0.5,0.25,3.')}
${inGrid(230, '#123,#131', '0.,0.', '#200')}
${inGrid(240, '#131,#143', '0.,0.')}
#250=IFCDIRECTION((0.6,0.8,0.));
${inGrid(251, '#127,#131', '0.,0.', '#250')}`),
      ),
    );
    // the grid's x axis is the y axis of the world: (u, v) of it is at (10 - v, 20 + u)
    assertNear(standing(read, 'w200').at, [6, 25, 0]);
    // the second axis runs down
    assertNear(standing(read, 'w200').x, [1, 0, 0]);
    assertNear(standing(read, 'w210').at, [10 - 4.25, 20 - 0.5, 3]);
    assertNear(standing(read, 'w230').at, [10, 20, 0]);
    const long = Math.hypot(5, 4);
    assertNear(standing(read, 'w230').x, [-4 / long, 5 / long, 0]);
    assertNear(standing(read, 'w251').x, [-0.8, 0.6, 0]);
    assertNear(standing(read, 'w240').at, [10, 25, 0], 1e-2);
  });

  it('counts from the placement that it names', async () => {
    const read = await imported(
      stepFile(
        project(`${grid}\n${inGrid(200, '#127,#135', '0.,0.', '$', '#20,').replace('#200,$', '#200,$')}`),
        'IFC4X3',
      ),
    );
    assertNear(standing(read, 'w200').at, [5, 4, 0]);
  });

  it('of axes that do not cross is reported, and what stands there has no mesh', async () => {
    const { of, header } = await imported(stepFile(project(`${grid}\n${inGrid(200, '#123,#127', '0.,0.')}`)));
    assert.deepEqual([of('w200').placement, of('w200').mesh, of('w200').box], [null, undefined, undefined]);
    assert.deepEqual(
      header.report.issues.map(({ message }) => message),
      [
        'The placement #201 (IfcGridPlacement) cannot be read; what it places has no placement.',
        'It has no mesh: where it stands cannot be read.',
      ],
    );
  });
});

/** 100 m east, 60 m to a radius of 300 m to the left, 100 m of that; heights from 10 m, 2 % up, then level by a parabola. */
const track = `${boxShape(100, 1, 1, 2)}
#110=IFCCARTESIANPOINT((0.,0.));
#111=IFCDIRECTION((1.,0.));
#112=IFCAXIS2PLACEMENT2D(#110,#111);
#113=IFCVECTOR(#111,1.);
#114=IFCLINE(#110,#113);
#115=IFCCURVESEGMENT(.CONTINUOUS.,#112,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(100.),#114);
#116=IFCCARTESIANPOINT((100.,0.));
#117=IFCAXIS2PLACEMENT2D(#116,#111);
#118=IFCCLOTHOID(#112,134.164078649987);
#119=IFCCURVESEGMENT(.CONTINUOUS.,#117,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(60.),#118);
#120=IFCCARTESIANPOINT((159.940043163,1.998572186));
#121=IFCDIRECTION((0.995004165278,0.099833416647));
#122=IFCAXIS2PLACEMENT2D(#120,#121);
#123=IFCCIRCLE(#112,300.);
#124=IFCCURVESEGMENT(.DISCONTINUOUS.,#122,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(100.),#123);
#125=IFCCOMPOSITECURVE((#115,#119,#124),.F.);
#130=IFCCARTESIANPOINT((0.,10.));
#131=IFCDIRECTION((0.99980006,0.0199960012));
#132=IFCAXIS2PLACEMENT2D(#130,#131);
#133=IFCCURVESEGMENT(.CONTINUOUS.,#132,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(100.0199980004),#114);
#134=IFCCARTESIANPOINT((100.,12.));
#135=IFCAXIS2PLACEMENT2D(#134,#131);
#136=IFCPOLYNOMIALCURVE(#112,(0.,1.),(0.,0.02,-0.0001),$);
#137=IFCCURVESEGMENT(.CONTINUOUS.,#135,IFCPARAMETERVALUE(0.),IFCPARAMETERVALUE(100.),#136);
#138=IFCGRADIENTCURVE((#133,#137),.F.,#125,$);`;

const along = (at: number, curve: number, distance: number, offsets = '$,$,$', axes = '$,$', above = '#20') =>
  `#${at}=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(${distance.toFixed(6)}),${offsets},#${curve});
#${at + 1}=IFCAXIS2PLACEMENTLINEAR(#${at},${axes});
#${at + 2}=IFCLINEARPLACEMENT(${above},#${at + 1},$);
${wall(at + 3, `w${at}`, '#105', `#${at + 2}`)}`;

/** Places on the clothoid by the power series of Fresnel: independent of how they are integrated. */
function onClothoid(distance: number, constant: number): readonly [x: number, y: number] {
  const t = distance / constant;
  const series = (first: number) => {
    let sum = 0;
    for (let n = 0, factor = first === 1 ? 0.5 : 1; n < 12; n++) {
      const power = 4 * n + 1 + 2 * first;
      sum += (factor * t ** power) / power;
      factor *= -1 / (4 * (2 * n + 1 + first) * (2 * n + 2 + first));
    }
    return constant * sum;
  };
  return [series(0), series(1)];
}

describe('a placement along an alignment that the file gives no coordinates for', () => {
  const read = (data: string) => imported(stepFile(project(`${track}\n${data}`), 'IFC4X3'));

  it('follows lines, spirals and arcs, with its axes along them, to the left and up', async () => {
    const file = await read(
      [along(200, 125, 40), along(210, 125, 130, '2.,3.,0.5'), along(220, 125, 260), along(230, 125, 270)].join('\n'),
    );
    assertNear(standing(file, 'w200').at, [40, 0, 0]);
    const [x, y] = onClothoid(30, 134.164078649987);
    const turn = 30 ** 2 / (2 * 18_000);
    const [c, s] = [Math.cos(turn), Math.sin(turn)];
    // offsets: to the left, up, ahead
    assertNear(standing(file, 'w210').at, [100 + x - 2 * s + 0.5 * c, y + 2 * c + 0.5 * s, 3]);
    assertNear(standing(file, 'w210').x, [c, s, 0]);
    const end = 0.1 + 100 / 300;
    const [ex, ey] = [
      159.940043163 + 300 * (Math.sin(end) - Math.sin(0.1)),
      1.998572186 + 300 * (Math.cos(0.1) - Math.cos(end)),
    ];
    assertNear(standing(file, 'w220').at, [ex, ey, 0], 1e-5);
    // behind the end it goes straight on
    assertNear(standing(file, 'w230').at, [ex + 10 * Math.cos(end), ey + 10 * Math.sin(end), 0], 1e-5);
  });

  it('rises with it, by distances on the ground', async () => {
    const file = await read(`${along(200, 138, 50)}
${along(210, 138, 150)}
#220=IFCDIRECTION((0.,0.,1.));
#221=IFCDIRECTION((0.,1.,0.));
${along(222, 138, 50, '$,$,$', '#220,#221')}`);
    assertNear(standing(file, 'w200', 0.03).at, [50, 0, 11]);
    assertNear(standing(file, 'w200', 0.03).x, [0.99980006, 0, 0.0199960012]);
    assertNear([standing(file, 'w210', 0.03).at[2] ?? 0], [12 + 0.02 * 50 - 0.0001 * 2500], 1e-5);
    assertNear(standing(file, 'w222', 0.03).x, [0, 1, 0]);
  });

  it('has the axes that its placement names in the world, not along the curve, and those of the curve that it leaves out', async () => {
    const file = await read(`#180=IFCDIRECTION((0.,0.,1.));
#181=IFCDIRECTION((1.,0.,0.));
${along(200, 125, 200, '4.,2.,$', '#180,#181')}
${along(210, 125, 200, '4.,2.,$', '#180,$')}
${along(220, 138, 50, '$,3.,$', '#180,$')}
${along(230, 125, 200, '4.,2.,$', '$,$')}`);
    const turn = 0.1 + 40 / 300;
    const along3 = [Math.cos(turn), Math.sin(turn), 0];
    const there = standing(file, 'w230');
    assertNear([...there.x, there.at[2] ?? 0], [...along3, 2], 1e-5);
    assertNear(standing(file, 'w200').x, [1, 0, 0]);
    assertNear(standing(file, 'w210').x, along3, 1e-5);
    // offsets are along the curve, whatever axes stand there
    for (const key of ['w200', 'w210']) assertNear(standing(file, key).at, there.at);
    assertNear(standing(file, 'w220').at, [50 - 3 * 0.0199960012, 0, 11 + 3 * 0.99980006], 1e-6);
    assertNear(standing(file, 'w220').x, [1, 0, 0]);
  });

  it('stands on polylines and beside other curves, and counts from the placement that it names', async () => {
    const file = await read(`#200=IFCCARTESIANPOINT((0.,0.,0.));
#201=IFCCARTESIANPOINT((0.,10.,0.));
#202=IFCCARTESIANPOINT((10.,10.,5.));
#203=IFCPOLYLINE((#200,#201,#202));
${along(204, 203, 4, '1.,0.,0.')}
#210=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(0.),5.,0.,$,#125);
#211=IFCOFFSETCURVEBYDISTANCES(#125,(#210),$);
${along(212, 211, 20)}
#220=IFCCARTESIANPOINT((1000.,0.,0.));
#221=IFCAXIS2PLACEMENT3D(#220,$,$);
#222=IFCLOCALPLACEMENT(#20,#221);
${along(223, 125, 40, '$,$,$', '$,$', '#222')}`);
    assertNear(standing(file, 'w204').at, [-1, 4, 0]);
    assertNear(standing(file, 'w212').at, [20, 5, 0]);
    assertNear(standing(file, 'w223').at, [1040, 0, 0]);
  });

  it('leans with the cant of a track', async () => {
    const file = await read(`#200=IFCCARTESIANPOINT((0.,0.,0.));
#201=IFCAXIS2PLACEMENT3D(#200,$,$);
#202=IFCCURVESEGMENT(.CONTINUOUS.,#201,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(100.),#118);
#203=IFCCARTESIANPOINT((100.,0.05,0.));
#204=IFCDIRECTION((0.,0.06,0.99819837));
#205=IFCAXIS2PLACEMENT3D(#203,#204,$);
#206=IFCCURVESEGMENT(.CONTINUOUS.,#205,IFCLENGTHMEASURE(0.),IFCLENGTHMEASURE(100.),#114);
#207=IFCSEGMENTEDREFERENCECURVE((#202,#206),.F.,#138,$);
${along(210, 207, 50)}
${along(220, 207, 100)}`);
    const up = (key: string) => [2, 6, 10].map((n) => file.of(key).placement?.[n] ?? 0);
    const half = Math.asin(0.06) / 2;
    assertNear([file.of('w210').placement?.[11] ?? 0], [11.025], 1e-4);
    assertNear(up('w210').slice(1), [Math.sin(half), Math.cos(half)], 3e-4);
    assertNear(up('w220').slice(1), [0.06, 0.998], 3e-4);
  });

  it('or along nothing that can be followed is reported, and what stands there has no mesh', async () => {
    const { of, header } = await read(`#200=IFCOFFSETCURVE3D(#114,1.,.F.,#11);\n${along(201, 200, 5)}`);
    assert.deepEqual([of('w201').placement, of('w201').mesh], [null, undefined]);
    assert.equal(header.report.issueCount, 2);
  });
});

describe('placements of public samples', { skip: withoutHardSamples }, () => {
  it('grid-placement: 25 columns where the axes cross, with their boxes', async () => {
    const read = await imported(hardSample('grid-placement.ifc'));
    const columns = read.records.filter((record) => record.class === 'IfcColumn');
    const places = columns.map(({ globalId }) =>
      standing(read, globalId).at.map((value) => Math.round(value * 1e6) / 1e6),
    );
    const expected = [-14, -10, -6, -2, 2].flatMap((x) => [4, 8, 10, 14, 16].map((y) => [x, y, 0]));
    assert.deepEqual(places, expected);
    assert.deepEqual(columns.find(({ instance }) => instance === 708)?.placement?.[3], -14);
    assert.deepEqual(
      read.header.report.issues.flatMap(({ globalId }) => globalId ?? []),
      [],
    );
  });

  it('linear-placement-a: without coordinates in the file, signals are where another program has put them', async () => {
    const [a, b] = [
      await imported(hardSample('linear-placement-a.ifc')),
      await imported(hardSample('linear-placement-b.ifc')),
    ];
    const signals = ({ records }: Imported) =>
      records
        .filter((record) => record.class === 'IfcSignal')
        .map(({ name, placement, box }) => ({ name, placement, box }));
    assert.equal(signals(a).length, 2);
    for (const { name, placement, box } of signals(a)) {
      const other = signals(b).find((signal) => signal.name === name);
      for (const n of [3, 7, 11]) {
        const off = Math.abs((placement?.[n] ?? 0) - (other?.placement?.[n] ?? Number.NaN));
        assert.ok(off < 0.001, `${name}: ${off} m`);
      }
      for (const axis of [0, 1, 2] as const) {
        const off = Math.abs((box?.low[axis] ?? 0) - (other?.box?.low[axis] ?? Number.NaN));
        assert.ok(off < 0.001, `the box of ${name}: ${off} m`);
      }
    }
    assert.equal(a.records.filter((record) => record.class === 'IfcReferent' && record.mesh).length, 23);
  });

  it('linear-placement-b: signals are turned by the axes of their placements as by their coordinates in the file', async () => {
    const text = readFileSync(hardSample('linear-placement-b.ifc'), 'latin1');
    const without = text.replace(/(IFCLINEARPLACEMENT\([^,]*,[^,]*,)#\d+\)/g, '$1$)');
    const [written, read] = [await imported(text), await imported(without)];
    for (const { globalId, placement, box } of written.records.filter((record) => record.class === 'IfcSignal')) {
      assertNear(read.of(globalId).placement ?? [], placement ?? [0], 1e-3);
      for (const end of ['low', 'high'] as const)
        assertNear(read.of(globalId).box?.[end] ?? [], box?.[end] ?? [0], 1e-3);
    }
  });
});
