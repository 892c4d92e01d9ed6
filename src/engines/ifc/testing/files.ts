import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { openFile } from '../../random-access.ts';
import { openSnapshot } from '../../snapshot/reader.ts';
import type { ElementRecord, SnapshotHeader } from '../../snapshot/types.ts';
import { importIfc } from '../ifc.ts';
import type { IfcParams, IfcResult } from '../params.ts';

/** A whole STEP file around these instances. */
export const stepFile = (data: string, schema = 'IFC4'): string =>
  [
    'ISO-10303-21;',
    'HEADER;',
    "FILE_DESCRIPTION((''),'2;1');",
    "FILE_NAME('test.ifc','2026-01-01T00:00:00',(''),(''),'','','');",
    `FILE_SCHEMA(('${schema}'));`,
    'ENDSEC;',
    'DATA;',
    data,
    'ENDSEC;',
    'END-ISO-10303-21;',
    '',
  ].join('\n');

/**
 * A project in metres with a site, a building and a storey (#31, #32, #33) and what else a test wants. Its own
 * instances are below #100; #12 are axes at the origin, #20 a placement there, #9 the context of shapes.
 */
export const project = (data: string): string => `#1=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#2=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);
#3=IFCUNITASSIGNMENT((#1,#2));
#10=IFCCARTESIANPOINT((0.,0.,0.));
#11=IFCDIRECTION((0.,0.,1.));
#12=IFCAXIS2PLACEMENT3D(#10,$,$);
#9=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,#12,$);
#30=IFCPROJECT('project000000000000000',$,'Test',$,$,$,$,(#9),#3);
#20=IFCLOCALPLACEMENT($,#12);
#31=IFCSITE('site000000000000000000',$,'Site',$,$,#20,$,$,.ELEMENT.,$,$,$,$,$);
#32=IFCBUILDING('building00000000000000',$,'Building',$,$,#20,$,$,.ELEMENT.,$,$,$);
#33=IFCBUILDINGSTOREY('storey0000000000000000',$,'Storey',$,$,#20,$,$,.ELEMENT.,0.);
#34=IFCRELAGGREGATES('rel-1',$,$,$,#30,(#31));
#35=IFCRELAGGREGATES('rel-2',$,$,$,#31,(#32));
#36=IFCRELAGGREGATES('rel-3',$,$,$,#32,(#33));
${data}`;

/** A box shape of these sizes on the ground at the origin, as the instances from `number` on; the last one is `number` + 5. */
export const boxShape = (number: number, x: number, y: number, z: number): string => {
  const real = (value: number) => (Number.isInteger(value) ? `${value}.` : String(value));
  return `#${number}=IFCCARTESIANPOINT((0.,0.));
#${number + 1}=IFCAXIS2PLACEMENT2D(#${number},$);
#${number + 2}=IFCRECTANGLEPROFILEDEF(.AREA.,$,#${number + 1},${real(x)},${real(y)});
#${number + 3}=IFCEXTRUDEDAREASOLID(#${number + 2},#12,#11,${real(z)});
#${number + 4}=IFCSHAPEREPRESENTATION(#9,'Body','SweptSolid',(#${number + 3}));
#${number + 5}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${number + 4}));`;
};

/** A wall on the storey's ground; `shape` is a product definition. */
export const wall = (number: number, globalId: string, shape = '$', placement = '#20'): string =>
  `#${number}=IFCWALL('${globalId}',$,'Wall ${number}',$,$,${placement},${shape},$,$);`;

/** A folder of the tests of a file, removed after them. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ifc-'));
  after(() => rmSync(folder, { recursive: true }));
  return folder;
}

export interface Imported {
  readonly result: IfcResult;
  readonly header: SnapshotHeader;
  readonly records: readonly ElementRecord[];
  /** By GlobalId; throws when there is none. */
  of(globalId: string): ElementRecord;
}

/** Imports a file, or the text of one, and reads the whole snapshot. */
export async function imported(input: string, more: Partial<IfcParams> = {}): Promise<Imported> {
  const output = mkdtempSync(join(tmpdir(), 'ifc-'));
  after(() => rmSync(output, { recursive: true }));
  const path = input.startsWith('ISO') ? join(output, 'input.ifc') : input;
  if (path !== input) writeFileSync(path, input);
  const result = await importIfc({ input: path, output, ...more }, { progress: () => {}, log: () => {} });
  const snapshot = await openSnapshot(await openFile(result.snapshot));
  const records = await Array.fromAsync(snapshot.elements());
  await snapshot.close();
  const of = (globalId: string): ElementRecord => {
    const found = records.find((record) => record.globalId === globalId);
    if (found === undefined) throw new Error(`There is no element ${globalId}.`);
    return found;
  };
  return { result, header: snapshot.header, records, of };
}

export const lines = (path: string): string[] => readFileSync(path, 'utf8').split('\n').slice(0, -1);

/** Public sample files that a clone does not hold; the reason to skip when they are not there. */
const samples = '../shared/data/ifc';
export const sample = (name: string): string => join(samples, name);
export const withoutSamples: string | false = existsSync(samples) ? false : `the sample files are not in ${samples}`;

const hardSamples = '../shared/data/ifc-hard';
export const hardSample = (name: string): string => join(hardSamples, name);
export const withoutHardSamples: string | false = existsSync(hardSamples)
  ? false
  : `the sample files are not in ${hardSamples}`;

/** A product library as makers publish it: a door type with a shape of 0.9 × 0.04 × 2.1 m and a property, no occurrence. */
export const doorLibrary = (): string =>
  stepFile(`#1=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#2=IFCUNITASSIGNMENT((#1));
#3=IFCCARTESIANPOINT((0.,0.,0.));
#4=IFCAXIS2PLACEMENT3D(#3,$,$);
#5=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#4,$);
#6=IFCPROJECT('0project00000000000000',$,'Catalogue',$,$,$,$,(#5),#2);
#7=IFCPROJECTLIBRARY('0library00000000000000',$,'Doors',$,$,$,$,$,$);
#8=IFCRELDECLARES('0declares0000000000000',$,$,$,#6,(#7));
#9=IFCCARTESIANPOINT((450.,20.));
#10=IFCAXIS2PLACEMENT2D(#9,$);
#11=IFCRECTANGLEPROFILEDEF(.AREA.,$,#10,900.,40.);
#12=IFCDIRECTION((0.,0.,1.));
#13=IFCEXTRUDEDAREASOLID(#11,#4,#12,2100.);
#14=IFCSHAPEREPRESENTATION(#5,'Body','SweptSolid',(#13));
#15=IFCREPRESENTATIONMAP(#4,#14);
#16=IFCPROPERTYSINGLEVALUE('FireRating',$,IFCLABEL('EI30'),$);
#17=IFCPROPERTYSET('0set000000000000000000',$,'Pset_DoorCommon',$,(#16));
#18=IFCDOORTYPE('0door00000000000000000',$,'Door 900 x 2100',$,$,(#17),(#15),'T1',$,.DOOR.,.SINGLE_SWING_LEFT.,$,$);
#19=IFCRELDECLARES('0declares1000000000000',$,$,$,#7,(#18));`);
