import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { boxShape, imported, project, stepFile, wall } from '../testing/files.ts';

/** Walls along a curve, #200, at these distances: where they stand and which way the curve runs there. */
async function along(curve: string, distances: readonly number[]) {
  const { of, header } = await imported(
    stepFile(
      project(`${boxShape(100, 1, 1, 2)}
${curve}
${distances
  .map(
    (distance, n) => `#${900 + 5 * n}=IFCPOINTBYDISTANCEEXPRESSION(IFCLENGTHMEASURE(${distance.toFixed(9)}),$,$,$,#200);
#${901 + 5 * n}=IFCAXIS2PLACEMENTLINEAR(#${900 + 5 * n},$,$);
#${902 + 5 * n}=IFCLINEARPLACEMENT(#20,#${901 + 5 * n},$);
${wall(903 + 5 * n, `w${n}`, '#105', `#${902 + 5 * n}`)}`,
  )
  .join('\n')}`),
      'IFC4X3',
    ),
  );
  return {
    issues: header.report.issues.map(({ message }) => message),
    places: distances.map((_, n) => {
      const m = of(`w${n}`).placement;
      return m === null ? null : [3, 7, 11].map((at) => m[at] ?? Number.NaN);
    }),
  };
}

async function assertPlaces(curve: string, expected: ReadonlyMap<number, readonly number[]>, by = 1e-6) {
  const { places, issues } = await along(curve, [...expected.keys()]);
  assert.deepEqual(issues, []);
  for (const [n, place] of [...expected.values()].entries())
    for (const [axis, value] of place.entries())
      assert.ok(Math.abs((places[n]?.[axis] ?? Number.NaN) - value) < by, `${places[n]}, not ${place}`);
}

const point = (number: number, ...at: readonly number[]) =>
  `#${number}=IFCCARTESIANPOINT((${at.map((one) => one.toFixed(6))}));`;
/** A corner of 10 by 10 on the ground: #204. */
const corner = `${point(201, 0, 0, 0)}\n${point(202, 10, 0, 0)}\n${point(203, 10, 10, 0)}\n#204=IFCPOLYLINE((#201,#202,#203));`;
/** A circle of radius 10 about the origin: #206. */
const circle = `${point(201, 0, 0)}\n#205=IFCAXIS2PLACEMENT2D(#201,$);\n#206=IFCCIRCLE(#205,10.);`;
const trimmed = (of: number, from: string, to: string, sense = '.T.') =>
  `IFCTRIMMEDCURVE(#${of},(${from}),(${to}),${sense},.PARAMETER.)`;
const parameter = (value: number) => `IFCPARAMETERVALUE(${value.toFixed(12)})`;

describe('a curve beside another', () => {
  it('is to the left, with its corners on the mitre, or to the right', async () => {
    await assertPlaces(
      `${corner}\n#200=IFCOFFSETCURVE2D(#204,2.,.F.);`,
      new Map([
        [0, [0, 2, 0]],
        [8, [8, 2, 0]],
        [16, [8, 10, 0]],
      ]),
    );
    await assertPlaces(
      `${corner}\n#200=IFCOFFSETCURVE3D(#204,-2.,.F.,#11);`,
      new Map([
        [12, [12, -2, 0]],
        [24, [12, 10, 0]],
      ]),
    );
  });

  it('goes over points that are there twice', async () => {
    const doubled = corner.replace('(#201,#202,#203)', '(#201,#201,#202,#202,#203,#203)');
    await assertPlaces(
      `${doubled}\n#200=IFCOFFSETCURVE2D(#204,2.,.F.);`,
      new Map([
        [0, [0, 2, 0]],
        [16, [8, 10, 0]],
      ]),
    );
  });

  it('is above where its direction says so', async () => {
    await assertPlaces(
      `${corner}\n#207=IFCPOLYLINE((#201,#202));\n#208=IFCDIRECTION((0.,1.,0.));\n#200=IFCOFFSETCURVE3D(#207,3.,.F.,#208);`,
      // the cross product of y and x points downwards
      new Map([[5, [5, 0, -3]]]),
    );
  });

  it('of a circle is a circle, of a part of it the part, forwards and backwards, over the end of its turn', async () => {
    const inner = (angle: number) => [8 * Math.cos(angle), 8 * Math.sin(angle), 0];
    const cases = [
      `${circle}\n#207=IFCOFFSETCURVE2D(#206,2.,.F.);\n#200=${trimmed(207, parameter(1), parameter(2))};`,
      `${circle}\n#207=${trimmed(206, parameter(1), parameter(2))};\n#200=IFCOFFSETCURVE2D(#207,2.,.F.);`,
    ];
    for (const curve of cases) {
      // chords of an arc are a little shorter than it
      await assertPlaces(curve, new Map([[0, inner(1)]]), 1e-5);
      await assertPlaces(curve, new Map([[7.99, inner(2)]]), 0.05);
    }
    await assertPlaces(
      `${circle}\n#207=IFCOFFSETCURVE2D(#206,2.,.F.);\n#200=${trimmed(207, parameter(2), parameter(1), '.F.')};`,
      new Map([[0, inner(2)]]),
      1e-5,
    );
    await assertPlaces(
      `${circle}\n#207=IFCOFFSETCURVE2D(#206,2.,.F.);\n#200=${trimmed(207, parameter(6), parameter(1))};`,
      new Map([
        [0, inner(6)],
        [8 * 0.2, inner(6.2)],
      ]),
      0.02,
    );
  });

  it('of a line without ends is that line beside it, where a part of it is told', async () => {
    await assertPlaces(
      `${corner}\n#207=IFCDIRECTION((0.,1.,0.));\n#208=IFCVECTOR(#207,2.);\n#209=IFCLINE(#201,#208);
#210=IFCOFFSETCURVE2D(#209,3.,.F.);\n#200=${trimmed(210, parameter(1), parameter(4))};`,
      new Map([
        [0, [-3, 2, 0]],
        [6, [-3, 8, 0]],
      ]),
    );
  });

  it('is followed by a disk, and is the outline of a profile that the library extrudes', async () => {
    const { of, header } = await imported(
      stepFile(
        project(`${corner}
#207=IFCOFFSETCURVE3D(#204,2.,.F.,#11);
#208=IFCSWEPTDISKSOLID(#207,0.5,$,$,$);
#209=IFCSHAPEREPRESENTATION(#9,'Body','AdvancedSweptSolid',(#208));
#210=IFCPRODUCTDEFINITIONSHAPE($,$,(#209));
${wall(211, 'bar', '#210')}
${point(220, 0, 0)}\n${point(221, 4, 0)}\n${point(222, 4, 2)}\n${point(223, 0, 2)}
#224=IFCPOLYLINE((#220,#221,#222,#223,#220));
#225=IFCOFFSETCURVE2D(#224,-1.,.F.);
#226=IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,#225);
#227=IFCEXTRUDEDAREASOLID(#226,#12,#11,3.);
#228=IFCSHAPEREPRESENTATION(#9,'Body','SweptSolid',(#227));
#229=IFCPRODUCTDEFINITIONSHAPE($,$,(#228));
${wall(230, 'slab', '#229')}`),
        'IFC4X3',
      ),
    );
    assert.deepEqual(header.report.issues, []);
    const near = (found = Number.NaN, expected = 0) =>
      assert.ok(Math.abs(found - expected) < 0.02 * expected, `${found}, not ${expected}`);
    // the library has rings of twelve corners
    near(of('bar').mesh?.volume, 16 * 3 * 0.25);
    near(of('slab').mesh?.volume, 6 * 4 * 3);
  });

  it('along its own direction cannot be followed, and is reported', async () => {
    const { places, issues } = await along(
      `${corner}\n#207=IFCDIRECTION((1.,0.,0.));\n#200=IFCOFFSETCURVE3D(#204,1.,.F.,#207);`,
      [5],
    );
    assert.deepEqual(places, [null]);
    assert.equal(issues.length, 2);
  });
});

/** A line of parameters from (0, 0) to a place: #214. */
const parameters = (u: number, v: number) => `${point(211, 0, 0)}\n${point(212, u, v)}\n#214=IFCPOLYLINE((#211,#212));`;

describe('a curve on a surface', () => {
  it('on a plane stands as the plane does', async () => {
    const axes = `${point(201, 1, 2, 3)}\n#202=IFCDIRECTION((1.,0.,0.));\n#203=IFCDIRECTION((0.,1.,0.));\n#204=IFCAXIS2PLACEMENT3D(#201,#202,#203);`;
    await assertPlaces(
      `${axes}\n#205=IFCPLANE(#204);\n${parameters(3, 4)}\n#200=IFCPCURVE(#205,#214);`,
      new Map([
        [0, [1, 2, 3]],
        [5, [1, 5, 7]],
      ]),
    );
  });

  it('on a cylinder is a helix, on a sphere and a torus a circle', async () => {
    const helix = Math.hypot(5 * Math.PI, 8);
    await assertPlaces(
      `#205=IFCCYLINDRICALSURFACE(#12,5.);\n${parameters(Math.PI, 8)}\n#200=IFCPCURVE(#205,#214);`,
      new Map([
        [0, [5, 0, 0]],
        [helix / 2, [0, 5, 4]],
      ]),
      0.02,
    );
    await assertPlaces(
      `#205=IFCSPHERICALSURFACE(#12,5.);\n${parameters(0, Math.PI / 2)}\n#200=IFCPCURVE(#205,#214);`,
      new Map([[(5 * Math.PI) / 4, [5 * Math.SQRT1_2, 0, 5 * Math.SQRT1_2]]]),
      0.02,
    );
    await assertPlaces(
      `#205=IFCTOROIDALSURFACE(#12,5.,1.);\n${parameters(0, Math.PI)}\n#200=IFCPCURVE(#205,#214);`,
      new Map([[Math.PI / 2, [5, 0, 1]]]),
      0.02,
    );
  });

  it('on a swept surface counts along its curve and by its depth', async () => {
    const curve = `${point(201, 0, 0)}\n${point(202, 10, 0)}\n#203=IFCPOLYLINE((#201,#202));\n#204=IFCARBITRARYOPENPROFILEDEF(.CURVE.,$,#203);`;
    await assertPlaces(
      `${curve}\n#205=IFCSURFACEOFLINEAREXTRUSION(#204,$,#11,4.);\n${parameters(1, 0.5)}\n#200=IFCPCURVE(#205,#214);`,
      new Map([
        [0, [0, 0, 0]],
        [Math.hypot(5, 1), [5, 0, 1]],
      ]),
      1e-4,
    );
    const about = `${point(206, 0, -2, 0)}\n#207=IFCDIRECTION((1.,0.,0.));\n#208=IFCAXIS1PLACEMENT(#206,#207);`;
    await assertPlaces(
      `${curve}\n${about}\n#205=IFCSURFACEOFREVOLUTION(#204,$,#208);\n${parameters(Math.PI / 2, 0)}\n#200=IFCPCURVE(#205,#214);`,
      // a quarter of a turn about a line that lies 2 to the right of the curve
      new Map([[Math.PI / 2, [0, -2 + 2 * Math.SQRT1_2, 2 * Math.SQRT1_2]]]),
      0.01,
    );
  });

  it('on a spline surface, and on a trimmed one', async () => {
    const points = [0, 1, 2].flatMap((u) => [0, 1].map((v) => point(220 + 2 * u + v, 5 * u, 10 * v, u === 1 ? 8 : 0)));
    const surface = `${points.join('\n')}
#205=IFCBSPLINESURFACEWITHKNOTS(2,1,((#220,#221),(#222,#223),(#224,#225)),.UNSPECIFIED.,.F.,.F.,.F.,(3,3),(2,2),(0.,1.),(0.,1.),.UNSPECIFIED.);
#206=IFCRECTANGULARTRIMMEDSURFACE(#205,0.,0.,1.,1.,.T.,.T.);`;
    for (const number of [205, 206]) {
      const { places, issues } = await along(
        `${surface}\n${parameters(1, 1)}\n#200=IFCPCURVE(#${number},#214);`,
        [0, 8.4, 100],
      );
      assert.deepEqual(issues, []);
      assert.deepEqual(places[0]?.map(Math.round), [0, 0, 0]);
      // in the middle it is 4 high: a quarter of both ends and half of what is 8 high
      const [x = 0, y = 0, z = 0] = places[1] ?? [];
      const u = x / 10;
      assert.ok(Math.abs(y - 10 * u) < 1e-6 && Math.abs(z - 16 * u * (1 - u)) < 0.02, `${places[1]}`);
    }
  });

  it('a part of one, and one whose surface is unknown', async () => {
    await assertPlaces(
      `#205=IFCCYLINDRICALSURFACE(#12,5.);\n${circle.replaceAll('#205', '#230')}\n#214=IFCLINE(#201,#231);
#231=IFCVECTOR(#232,1.);\n#232=IFCDIRECTION((1.,0.));\n#215=IFCPCURVE(#205,#214);\n#200=${trimmed(215, parameter(0), parameter(1))};`,
      new Map([[0, [5, 0, 0]]]),
    );
    const { places } = await along(
      `#205=IFCSURFACEOFLINEAREXTRUSION(#999,$,#11,4.);\n${parameters(1, 1)}\n#200=IFCPCURVE(#205,#214);`,
      [1],
    );
    assert.deepEqual(places, [null]);
  });
});

it('a part of a curve that runs against it begins at its own end', async () => {
  const part = (from: number, to: number, sense: string) =>
    `${corner}\n#200=${trimmed(204, parameter(from), parameter(to), sense)};`;
  await assertPlaces(part(0.5, 2, '.T.'), new Map([[0, [5, 0, 0]]]));
  await assertPlaces(part(2, 0.5, '.F.'), new Map([[0, [10, 10, 0]]]));
});
