import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measuredValues } from '../../snapshot/measures.ts';
import { hardSample, imported, project, stepFile, wall, withoutHardSamples } from '../testing/files.ts';
import { tube } from './tube.ts';

/** A wall `w` that is a disk of radius 0.1 swept along the curve #100, with these arguments behind the radius. */
async function swept(curve: string, rest: string, more: (data: string) => string = (data) => data) {
  const { of, header } = await imported(
    stepFile(
      more(
        project(`${curve}
#200=IFCSWEPTDISKSOLID(#100,0.1,${rest});
#201=IFCSHAPEREPRESENTATION(#9,'Body','AdvancedSweptSolid',(#200));
#202=IFCPRODUCTDEFINITIONSHAPE($,$,(#201));
${wall(203, 'w', '#202')}`),
      ),
    ),
  );
  const { mesh, box } = of('w');
  return { mesh, box, issues: header.report.issues.map(({ message }) => message) };
}

const line = `#102=IFCDIRECTION((1.,0.,0.));
#103=IFCVECTOR(#102,1.);
#104=IFCLINE(#10,#103);`;
const trimmedLine = `${line}
#100=IFCTRIMMEDCURVE(#104,(IFCPARAMETERVALUE(1.)),(IFCPARAMETERVALUE(3.)),.T.,.PARAMETER.);`;
const quarter = `#104=IFCCIRCLE(#12,1.);
#105=IFCTRIMMEDCURVE(#104,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(1.5707963267949)),.T.,.PARAMETER.);`;
/** A quarter of a circle and a line of 2 after it, which begins a hair's breadth beside its end. */
const bent = `${quarter}
#106=IFCCARTESIANPOINT((0.0000003,1.,0.0000002));
#107=IFCCARTESIANPOINT((-2.,1.,0.));
#108=IFCPOLYLINE((#106,#107));
#109=IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.T.,#105);
#110=IFCCOMPOSITECURVESEGMENT(.DISCONTINUOUS.,.T.,#108);
#100=IFCCOMPOSITECURVE((#109,#110),.F.);`;
const indexed = `#101=IFCCARTESIANPOINTLIST3D(((0.,0.,0.),(1.,0.,0.),(1.7071067811865,0.2928932188135,0.),(2.,1.,0.)));
#100=IFCINDEXEDPOLYCURVE(#101,(IFCLINEINDEX((1,2)),IFCARCINDEX((2,3,4))),$);`;

const area = Math.PI * 0.01;
const quarterLength = Math.PI / 2;

describe('a disk that is swept along a part of a curve', () => {
  const cases: readonly [name: string, curve: string, rest: string, volume: number, low: number, high: number][] = [
    ['all of a trimmed line', trimmedLine, '$,0.,2.', area * 2, 1, 3],
    ['a part of a trimmed line', trimmedLine, '$,0.5,1.', area * 0.5, 1.5, 2],
    ['from a place on', trimmedLine, '$,0.5,$', area * 1.5, 1.5, 3],
    ['a pipe', trimmedLine, '0.05,0.,2.', area * 0.75 * 2, 1, 3],
    ['all of an arc and a line, by its parameter', bent, '$,0.,2.5707963', area * (quarterLength + 2), -2, 1.1],
    ['the same by its length', bent, '$,0.,3.5707963', area * (quarterLength + 2), -2, 1.1],
    ['an indexed curve with an arc', indexed, '$,0.,2.', area * (quarterLength + 1), 0, 2.1],
  ];
  for (const [name, curve, rest, volume, low, high] of cases) {
    it(`has its volume and box: ${name}`, async () => {
      const { mesh, box, issues } = await swept(curve, rest);
      assert.deepEqual(issues, []);
      assert.equal(mesh?.closed, true);
      const found = mesh?.volume ?? 0;
      assert.ok(Math.abs(found / volume - 1) < 0.01, `${found} m³, not ${volume} m³`);
      // a round bar has corners that stand out by 2 % of its radius
      assert.ok(Math.abs((box?.low[0] ?? 0) - low) < 0.01, `${box?.low}`);
      assert.ok(Math.abs((box?.high[0] ?? 0) - high) < 0.01, `${box?.high}`);
    });
  }

  it('is of degrees where the file counts in them, and runs backwards where the file says so', async () => {
    const degrees = bent
      .replace('IFCPARAMETERVALUE(1.5707963267949)', 'IFCPARAMETERVALUE(90.)')
      .replace('(#109,#110)', '(#110,#109)')
      .replaceAll('.T.,#10', '.F.,#10');
    const { mesh } = await swept(degrees, '$,0.,91.', (data) =>
      data.replace(
        '#2=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);',
        `#2=IFCCONVERSIONBASEDUNIT(#5,.PLANEANGLEUNIT.,'DEGREE',#6);
#5=IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0);
#6=IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(0.0174532925199433),#7);
#7=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);`,
      ),
    );
    assert.equal(mesh?.closed, true);
    const found = mesh?.volume ?? 0;
    assert.ok(Math.abs(found / (area * (quarterLength + 2)) - 1) < 0.01, `${found}`);
  });

  it('around corners that are rounded by a radius, or sharp ones', async () => {
    const corner = (fillet: string) => `#101=IFCCARTESIANPOINT((2.,0.,0.));
#102=IFCCARTESIANPOINT((2.,3.,0.));
#100=IFCPOLYLINE((#10,#101,#102));
#200=IFCSWEPTDISKSOLIDPOLYGONAL(#100,0.1,$,$,$,${fillet});
#201=IFCSHAPEREPRESENTATION(#9,'Body','AdvancedSweptSolid',(#200));
#202=IFCPRODUCTDEFINITIONSHAPE($,$,(#201));
${wall(203, 'w', '#202')}`;
    for (const [fillet, length] of [
      ['$', 5],
      ['0.5', 4 + Math.PI / 4],
      ['9.', 5],
    ] as const) {
      const { of, header } = await imported(stepFile(project(corner(fillet))));
      assert.deepEqual(header.report.issues, []);
      const found = (of('w').mesh?.volume ?? 0) / area;
      assert.ok(Math.abs(found / length - 1) < 0.01, `${found} m, not ${length} m`);
    }
  });

  it('is reported where the curve cannot be followed', async () => {
    const { mesh, issues } = await swept(
      `${line}\n#105=IFCOFFSETCURVE3D(#104,1.,.F.,#102);\n#100=IFCTRIMMEDCURVE(#105,(IFCPARAMETERVALUE(0.)),(IFCPARAMETERVALUE(1.)),.T.,.PARAMETER.);`,
      '$,0.,1.',
    );
    assert.equal(mesh, undefined);
    assert.deepEqual(issues, ['Its shape has no mesh: nothing came of IfcSweptDiskSolid.']);
  });
});

describe('a round bar', () => {
  it('does not turn back on itself', () => {
    const path = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 0.0001, 0],
    ] as const;
    assert.equal(tube(path, 0.1), undefined);
    assert.notEqual(tube(path.slice(0, 2), 0.1), undefined);
  });
});

describe('reinforcing bars of a public sample', { skip: withoutHardSamples }, () => {
  it('have meshes, all closed, with the volumes that the file declares', async () => {
    const { records, header } = await imported(hardSample('reinforcing-bars.ifc'));
    assert.equal(header.report.issueCount, 0);
    const bars = records.filter((record) => record.class === 'IfcReinforcingBar');
    assert.deepEqual([bars.length, bars.filter(({ mesh }) => mesh?.closed).length], [63, 63]);
    for (const { propertySets, mesh } of bars) {
      const values = propertySets.flatMap((set) => measuredValues(set, header.siPerUnit));
      const declared = values.find(({ type, kind }) => type === 'IfcQuantityVolume' && kind === 'volume');
      const volume = Number(declared?.value) * (declared?.siPerUnit ?? 0);
      assert.ok(Math.abs((mesh?.volume ?? 0) / volume - 1) < 0.02, `${mesh?.volume} m³, not ${volume} m³`);
    }
  });
});
