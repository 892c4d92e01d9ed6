import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boxShape, imported, project, stepFile, wall } from '../testing/files.ts';

const real = (value: number) => (Number.isInteger(value) ? `${value}.` : value.toFixed(12));

type Segment = readonly [parameters: string, start?: readonly [number, number]];

/** A layout of segments as the instances from `at` on; each segment is nested in it. */
const layout = (at: number, entity: string, more: string, segments: readonly Segment[]): string =>
  [
    `#${at}=${entity}('${entity}${at}',$,$,$,$,#20,$${more});`,
    ...segments.flatMap(([parameters, [x, y] = [0, 0]], n) => [
      `#${at + 2 + 3 * n}=IFCCARTESIANPOINT((${real(x)},${real(y)}));`,
      `#${at + 3 + 3 * n}=${parameters.replace('@', `#${at + 2 + 3 * n}`)};`,
      `#${at + 4 + 3 * n}=IFCALIGNMENTSEGMENT('${entity}${at}s${n}',$,$,$,$,#20,$,#${at + 3 + 3 * n});`,
    ]),
    `#${at + 1}=IFCRELNESTS('${entity}${at}r',$,$,$,#${at},(${segments.map((_, n) => `#${at + 4 + 3 * n}`)}));`,
  ].join('\n');

const plan = (kind: string, start: number, end: number, length: number, heading = 0, height = '$') =>
  `IFCALIGNMENTHORIZONTALSEGMENT($,$,@,${real(heading)},${real(start)},${real(end)},${real(length)},${height},.${kind}.)`;
const slope = (kind: string, from: number, length: number, height: number, start: number, end: number) =>
  `IFCALIGNMENTVERTICALSEGMENT($,$,${[from, length, height, start, end].map(real)},$,.${kind}.)`;
const cant = (kind: string, from: number, length: number, right: readonly [number, number]) =>
  `IFCALIGNMENTCANTSEGMENT($,$,${real(from)},${real(length)},0.,0.,${right.map(real)},.${kind}.)`;

/** An alignment `track` that stands at (1000, 2000, 0) of these layouts, and a wall at each of these distances. */
const track = (layouts: readonly string[], numbers: readonly number[], distances: readonly number[]) =>
  stepFile(
    project(`${boxShape(100, 1, 1, 2)}
#110=IFCCARTESIANPOINT((1000.,2000.,0.));
#111=IFCAXIS2PLACEMENT3D(#110,$,$);
#112=IFCLOCALPLACEMENT($,#111);
#113=IFCALIGNMENT('track',$,$,$,$,#112,$,$);
#114=IFCRELNESTS('track parts',$,$,$,#113,(${numbers.map((number) => `#${number}`)}));
${layouts.join('\n')}
${distances
  .map(
    (distance, n) => `#${900 + 5 * n}=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(${real(distance)}),$,$,$,$);
#${901 + 5 * n}=IFCAXIS2PLACEMENTLINEAR(#${900 + 5 * n},$,$);
#${902 + 5 * n}=IFCLINEARPLACEMENT(#112,#${901 + 5 * n},$);
${wall(903 + 5 * n, `at-${distance}`, '#105', `#${902 + 5 * n}`)}`,
  )
  .join('\n')}`),
    'IFC4X3',
  );

/** The place and the axes of a wall, from the alignment on. */
async function along(file: string) {
  const { of, header } = await imported(file);
  return {
    of,
    issues: header.report.issues.map(({ message }) => message),
    at(distance: number) {
      const m = of(`at-${distance}`).placement ?? assert.fail(`nothing stands at ${distance}`);
      const column = (n: number) => [m[n] ?? 0, m[4 + n] ?? 0, m[8 + n] ?? 0];
      const [x = 0, y = 0, z = 0] = column(3);
      return { place: [x - 1000, y - 2000, z], ahead: column(0), left: column(1), up: column(2) };
    },
  };
}

function assertNear(found: readonly number[], expected: readonly number[], by = 1e-6): void {
  for (const [n, value] of expected.entries())
    assert.ok(Math.abs((found[n] ?? Number.NaN) - value) < by, `${found}, not ${expected}`);
}

/** The end of a curve of such a curvature, by Simpson's rule in many steps. */
function integrated(curvature: (at: number) => number, length: number): readonly [x: number, y: number, turn: number] {
  const count = 20_000;
  const step = length / count;
  let [x, y, turn] = [0, 0, 0];
  for (let n = 0; n < count; n++) {
    const [a, b, c] = [n, n + 0.5, n + 1].map((at) => curvature(at * step));
    const middle = turn + (step * ((a ?? 0) + (b ?? 0))) / 4;
    const next = turn + (step * ((a ?? 0) + 4 * (b ?? 0) + (c ?? 0))) / 6;
    x += (step * (Math.cos(turn) + 4 * Math.cos(middle) + Math.cos(next))) / 6;
    y += (step * (Math.sin(turn) + 4 * Math.sin(middle) + Math.sin(next))) / 6;
    turn = next;
  }
  return [x, y, turn];
}

describe('an alignment of parameters alone', () => {
  it('is drawn, and what counts from its placement stands along lines and arcs, to the left and right', async () => {
    const end = [100 + 50 * Math.sin(1), 50 * (1 - Math.cos(1))] as const;
    const file = track(
      [
        layout(200, 'IFCALIGNMENTHORIZONTAL', '', [
          [plan('LINE', 0, 0, 100)],
          [plan('CIRCULARARC', 50, 50, 50), [100, 0]],
          [plan('CIRCULARARC', -50, -50, 50, 1), end],
        ]),
      ],
      [200],
      [40, 150, 200, 210],
    );
    const { at, of, issues } = await along(file);
    assert.deepEqual(issues, []);
    assertNear(at(40).place, [40, 0, 0]);
    assertNear(at(150).place, [...end, 0]);
    assertNear(at(150).ahead, [Math.cos(1), Math.sin(1), 0]);
    // the second arc undoes the turn of the first
    assertNear(at(200).place, [100 + 100 * Math.sin(1), 100 * (1 - Math.cos(1)), 0]);
    assertNear(at(210).place, [110 + 100 * Math.sin(1), 100 * (1 - Math.cos(1)), 0]);
    const { box } = of('track');
    assertNear(
      [...(box?.low ?? []), ...(box?.high ?? [])],
      [1000, 2000, 0, 1100 + 100 * Math.sin(1), 2000 + 100 * (1 - Math.cos(1)), 0],
      1e-3,
    );
  });

  // ends that published examples tell, from a line to a radius of 300 in 100, with as many digits as are right there
  const published: readonly [kind: string, x: number, y: number, by: number][] = [
    ['CUBIC', 99.7259, 5.51, 2e-3],
    ['BLOSSCURVE', 99.7486, 4.98981, 2e-3],
    ['COSINECURVE', 99.7485, 4.9458, 1e-4],
    ['SINECURVE', 99.757, 4.70132, 6e-4],
  ];
  for (const [kind, x, y, by] of published) {
    it(`follows the published spiral ${kind}`, async () => {
      const file = track([layout(200, 'IFCALIGNMENTHORIZONTAL', '', [[plan(kind, 0, 300, 100)]])], [200], [100]);
      assertNear((await along(file)).at(100).place, [x, y, 0], by);
    });
  }

  it('follows a parabola of the third order for as long as the segment is', async () => {
    const file = track([layout(200, 'IFCALIGNMENTHORIZONTAL', '', [[plan('CUBIC', 0, 300, 100)]])], [200], [100]);
    const [x = 0, y = 0] = (await along(file)).at(100).place;
    assertNear([y], [x ** 3 / (6 * 300 * 100)]);
    const count = 100_000;
    let long = 0;
    for (let n = 0; n < count; n++) long += (x / count) * Math.hypot(1, (((n + 0.5) * x) / count) ** 2 / 60_000);
    assertNear([long], [100]);
  });

  it('follows a Helmert curve, whose half is where the example of the standard says', async () => {
    const file = track(
      [layout(200, 'IFCALIGNMENTHORIZONTAL', '', [[plan('HELMERTCURVE', 0, 300, 100)]])],
      [200],
      [50, 100],
    );
    const { at } = await along(file);
    assertNear(at(50).place, [49.99724, 0.347204, 0], 1e-5);
    assertNear(at(100).ahead, [Math.cos(1 / 6), Math.sin(1 / 6), 0]);
  });

  it('follows spirals between two radii, of both signs, by their curvature', async () => {
    const smooth: Readonly<Record<string, (t: number) => number>> = {
      CLOTHOID: (t) => t,
      BLOSSCURVE: (t) => 3 * t ** 2 - 2 * t ** 3,
      HELMERTCURVE: (t) => (t < 0.5 ? 2 * t ** 2 : -1 + 4 * t - 2 * t ** 2),
      COSINECURVE: (t) => 0.5 - 0.5 * Math.cos(Math.PI * t),
      SINECURVE: (t) => t - Math.sin(2 * Math.PI * t) / (2 * Math.PI),
      VIENNESEBEND: (t) => 35 * t ** 4 - 84 * t ** 5 + 70 * t ** 6 - 20 * t ** 7,
    };
    for (const [kind, of] of Object.entries(smooth)) {
      const file = track([layout(200, 'IFCALIGNMENTHORIZONTAL', '', [[plan(kind, -400, 200, 120)]])], [200], [120]);
      const [x, y, turn] = integrated((at) => -1 / 400 + (1 / 200 + 1 / 400) * of(at / 120), 120);
      const { place, ahead } = (await along(file)).at(120);
      assertNear(place, [x, y, 0], 1e-5);
      assertNear(ahead, [Math.cos(turn), Math.sin(turn), 0]);
    }
  });

  it('of a Viennese bend sways with the centre of gravity, by the terms of the standard', async () => {
    const file = track(
      [
        layout(200, 'IFCALIGNMENTHORIZONTAL', '', [[plan('VIENNESEBEND', 0, 300, 100, 0, '1.8')]]),
        layout(300, 'IFCALIGNMENTCANT', ',1.5', [[cant('VIENNESEBEND', 0, 100, [0, 0.15])]]),
      ],
      [200, 300],
      [50, 100],
    );
    const [f, cf] = [100 / 300, -420 * (1.8 / 100) * 0.1];
    const terms = [0, 0, cf, -4 * cf, 5 * cf + 35 * f, -2 * cf - 84 * f, 70 * f, -20 * f];
    const curvature = (at: number) => terms.reduce((sum, term, n) => sum + (term / 100) * (at / 100) ** n, 0);
    const { at } = await along(file);
    // the track is lifted by half of the height of its outer rail
    assertNear(at(100).place, [...integrated(curvature, 100).slice(0, 2), 0.075], 1e-5);
    assertNear(at(50).place.slice(0, 2), integrated(curvature, 50).slice(0, 2), 1e-5);
  });

  it('rises by gradients, parabolas, arcs and clothoids, as seen from above', async () => {
    const radius = 100 / (Math.sin(Math.atan(0.05)) - Math.sin(Math.atan(-0.03)));
    const bottom = 14 + radius * (Math.cos(Math.atan(-0.03)) - Math.cos(Math.atan(0.05)));
    const turn = Math.atan(0.02) - Math.atan(0.05);
    const file = track(
      [
        layout(200, 'IFCALIGNMENTHORIZONTAL', '', [[plan('LINE', 0, 0, 600)]]),
        layout(300, 'IFCALIGNMENTVERTICAL', '', [
          [slope('CONSTANTGRADIENT', 0, 100, 10, 0.05, 0.05)],
          [slope('PARABOLICARC', 100, 100, 15, 0.05, -0.03)],
          [slope('CONSTANTGRADIENT', 200, 66.666666666667, 16, -0.03, -0.03)],
          [slope('CIRCULARARC', 266.666666666667, 100, 14, -0.03, 0.05)],
          [slope('CONSTANTGRADIENT', 366.666666666667, 33.333333333333, bottom, 0.05, 0.05)],
          [slope('CLOTHOID', 400, 100, 20, 0.05, 0.02)],
        ]),
      ],
      [200, 300],
      [50, 125, 150, 316.666666666667, 500, 520],
    );
    const { at, issues } = await along(file);
    assert.deepEqual(issues, []);
    const heights = (distance: number) => [at(distance).place[0] ?? 0, at(distance).place[2] ?? 0];
    assertNear(heights(50), [50, 12.5]);
    assertNear(heights(125), [125, 15 + 1.25 - 0.0004 * 625]);
    assertNear(heights(150), [150, 15 + 2.5 - 0.0004 * 2500]);
    const slopeThere = Math.asin(Math.sin(Math.atan(-0.03)) + 50 / radius);
    assertNear(
      heights(316.666666666667),
      [316.666666666667, 14 + radius * (Math.cos(Math.atan(-0.03)) - Math.cos(slopeThere))],
      1e-5,
    );
    // its length along itself is that whose end is 100 further on the ground
    let long = 100;
    const turnedEnd = () => {
      const [x, y] = integrated((one) => (2 * turn * one) / long ** 2, long);
      const [c, s] = [Math.cos(Math.atan(0.05)), Math.sin(Math.atan(0.05))];
      return [c * x - s * y, s * x + c * y] as const;
    };
    for (let round = 0; round < 10; round++) long *= 100 / turnedEnd()[0];
    const risen = turnedEnd()[1];
    assertNear(heights(500), [500, 20 + risen], 1e-5);
    assertNear(heights(520), [520, 20 + risen + 0.02 * 20], 1e-5);
  });

  it('leans and lifts by the cant of its rails', async () => {
    const file = track(
      [
        layout(200, 'IFCALIGNMENTHORIZONTAL', '', [[plan('LINE', 0, 0, 300)]]),
        layout(300, 'IFCALIGNMENTCANT', ',1.5', [
          [cant('LINEARTRANSITION', 0, 100, [0, 0.15])],
          [cant('CONSTANTCANT', 100, 100, [0.15, 0.15])],
          [cant('BLOSSCURVE', 200, 100, [0.15, 0])],
        ]),
      ],
      [200, 300],
      [50, 150, 225],
    );
    const { at } = await along(file);
    for (const [distance, right] of [
      [50, 0.075],
      [150, 0.15],
      [225, 0.15 * (1 - (3 / 16 - 2 / 64))],
    ] as const) {
      assertNear(at(distance).place, [distance, 0, right / 2]);
      // the right rail is higher
      assertNear([at(distance).left[2] ?? 0], [-right / 1.5]);
    }
  });

  it('shares the plan of the alignment that it is part of', async () => {
    const plans = layout(200, 'IFCALIGNMENTHORIZONTAL', '', [[plan('LINE', 0, 0, 100)]]);
    const profile = layout(300, 'IFCALIGNMENTVERTICAL', '', [[slope('CONSTANTGRADIENT', 0, 100, 5, 0.1, 0.1)]]);
    const child = `#400=IFCALIGNMENT('child',$,$,$,$,#20,$,$);
#401=IFCRELAGGREGATES('children',$,$,$,#113,(#400));
#402=IFCRELNESTS('child parts',$,$,$,#400,(#300));`;
    const { of } = await imported(track([plans, profile, child], [200], []));
    assert.deepEqual(of('track').box, { low: [1000, 2000, 0], high: [1100, 2000, 0] });
    assert.deepEqual(of('child').box, { low: [0, 0, 5], high: [100, 0, 15] });
  });

  it('is followed where the curve of a placement cannot be, and by what it positions', async () => {
    const plans = layout(200, 'IFCALIGNMENTHORIZONTAL', '', [[plan('CLOTHOID', 0, 300, 100)]]);
    const more = `#400=IFCCOMPOSITECURVE((#999),.F.);
#401=IFCSHAPEREPRESENTATION(#9,'Axis','Curve2D',(#400));
#402=IFCPRODUCTDEFINITIONSHAPE($,$,(#401));
#403=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(100.),$,$,$,#400);
#404=IFCAXIS2PLACEMENTLINEAR(#403,$,$);
#405=IFCLINEARPLACEMENT($,#404,$);
${wall(406, 'by-curve', '#105', '#405')}
#410=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(100.),$,$,$,$);
#411=IFCAXIS2PLACEMENTLINEAR(#410,$,$);
#412=IFCLINEARPLACEMENT($,#411,$);
${wall(413, 'positioned', '#105', '#412')}
#414=IFCRELPOSITIONS('positions',$,$,$,#113,(#413));`;
    const file = track([plans, more], [200], []).replace(',#112,$,$);', ',#112,#402,$);');
    const { of } = await imported(file);
    const [x, y] = integrated((at) => at / 100 / 300, 100);
    for (const key of ['by-curve', 'positioned']) {
      const m = of(key).placement ?? [];
      assertNear([m[3] ?? 0, m[7] ?? 0, m[11] ?? 0], [x, y, 0], 1e-5);
    }
  });

  it('of an unknown kind, or without parameters, has no lines, and the report says so', async () => {
    const plans = layout(200, 'IFCALIGNMENTHORIZONTAL', '', [
      [plan('LINE', 0, 0, 10)],
      [plan('USERDEFINED', 0, 9, 10), [10, 0]],
    ]);
    const unknown = await imported(track([plans], [200], []));
    assert.equal(unknown.of('track').box, undefined);
    assert.deepEqual(
      unknown.header.report.issues.map(({ message }) => message),
      ['The parameters of the alignment #113 cannot be followed; it has no lines.'],
    );
    const odd = await imported(
      track([layout(200, 'IFCALIGNMENTHORIZONTAL', '', [[plan('__proto__', 0, 9, 10)]])], [200], []),
    );
    assert.deepEqual([odd.of('track').box, odd.header.report.issueCount], [undefined, 1]);
    const endless = plan('CLOTHOID', 0, 300, 100).replace('100.', '1.E400');
    const far = await imported(track([layout(200, 'IFCALIGNMENTHORIZONTAL', '', [[endless]])], [200], []));
    assert.equal(far.of('track').box, undefined);
    const none = await imported(track([], [31], []));
    assert.deepEqual([none.of('track').box, none.header.report.issueCount], [undefined, 0]);
  });
});
