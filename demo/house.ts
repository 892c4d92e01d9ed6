import { randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$';
const newGlobalId = () => `${randomInt(4)}${Array.from({ length: 21 }, () => alphabet[randomInt(64)]).join('')}`;

interface Wall {
  readonly name: string;
  readonly at: readonly [x: number, y: number];
  readonly size: readonly [x: number, y: number];
}

const width = 8;
const depth = 6;
const thickness = 0.3;
const height = 2.8;
const walls: readonly Wall[] = [
  { name: 'South wall', at: [width / 2, thickness / 2], size: [width, thickness] },
  { name: 'North wall', at: [width / 2, depth - thickness / 2], size: [width, thickness] },
  { name: 'West wall', at: [thickness / 2, depth / 2], size: [thickness, depth - 2 * thickness] },
  { name: 'East wall', at: [width - thickness / 2, depth / 2], size: [thickness, depth - 2 * thickness] },
];

/** A year later: the east wall stands half a metre further out, and there is a wall inside. */
const laterWalls: readonly Wall[] = [
  ...walls.map((wall) => (wall.name === 'East wall' ? { ...wall, at: [wall.at[0] + 0.5, wall.at[1]] as const } : wall)),
  { name: 'Inner wall', at: [width / 2, depth / 2], size: [thickness, depth - 2 * thickness] },
];

/** A small valid IFC4 file: a site with a house of one storey, a slab and four walls with their volumes. Metres. */
export const houseFile = (): string => fileOf(walls, newGlobalId);

/** Two versions of such a file; what is in both has the same GlobalIds. */
export function houseVersions(): readonly [before: string, after: string] {
  const known: string[] = [];
  const replay = () => {
    let at = 0;
    return () => {
      const id = known[at] ?? newGlobalId();
      known[at++] = id;
      return id;
    };
  };
  return [fileOf(walls, replay()), fileOf(laterWalls, replay())];
}

function fileOf(walls: readonly Wall[], globalId: () => string): string {
  const lines: string[] = [];
  const add = (entity: string): string => `#${lines.push(`#${lines.length + 1}= ${entity};`)}`;
  const point = (...values: number[]) => add(`IFCCARTESIANPOINT((${values.map(real).join(',')}))`);
  const origin = point(0, 0, 0);
  const up = add('IFCDIRECTION((0.,0.,1.))');
  const axes = add(`IFCAXIS2PLACEMENT3D(${origin},$,$)`);
  const context = add(`IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-05,${axes},$)`);
  const metre = add('IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)');
  const cubicMetre = add('IFCSIUNIT(*,.VOLUMEUNIT.,$,.CUBIC_METRE.)');
  const radian = add('IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)');
  const units = add(`IFCUNITASSIGNMENT((${metre},${cubicMetre},${radian}))`);
  const project = add(`IFCPROJECT('${globalId()}',$,'Demo',$,$,$,$,(${context}),${units})`);
  const place = add(`IFCLOCALPLACEMENT($,${axes})`);
  const site = add(`IFCSITE('${globalId()}',$,'Site',$,$,${place},$,$,.ELEMENT.,$,$,$,$,$)`);
  const building = add(`IFCBUILDING('${globalId()}',$,'House',$,$,${place},$,$,.ELEMENT.,$,$,$)`);
  const storey = add(`IFCBUILDINGSTOREY('${globalId()}',$,'Ground floor',$,$,${place},$,$,.ELEMENT.,0.)`);
  const containment = globalId();
  const contains = (whole: string, part: string) => add(`IFCRELAGGREGATES('${globalId()}',$,$,$,${whole},(${part}))`);
  contains(project, site);
  contains(site, building);
  contains(building, storey);

  const solid = (at: readonly number[], size: readonly number[], from: number, tall: number) => {
    const corner = add(`IFCAXIS2PLACEMENT2D(${point(at[0] ?? 0, at[1] ?? 0)},$)`);
    const profile = add(`IFCRECTANGLEPROFILEDEF(.AREA.,$,${corner},${real(size[0] ?? 0)},${real(size[1] ?? 0)})`);
    const base = add(`IFCAXIS2PLACEMENT3D(${point(0, 0, from)},$,$)`);
    const body = add(`IFCEXTRUDEDAREASOLID(${profile},${base},${up},${real(tall)})`);
    const shape = add(`IFCSHAPEREPRESENTATION(${context},'Body','SweptSolid',(${body}))`);
    return add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${shape}))`);
  };
  const slabShape = solid([width / 2, depth / 2], [width, depth], -0.2, 0.2);
  const slab = add(`IFCSLAB('${globalId()}',$,'Floor slab',$,$,${place},${slabShape},$,.FLOOR.)`);
  const elements = walls.map(({ name, at, size }) => {
    const shape = solid(at, size, 0, height);
    const wall = add(`IFCWALL('${globalId()}',$,'${name}',$,$,${place},${shape},$,.SOLIDWALL.)`);
    const volume = add(`IFCQUANTITYVOLUME('NetVolume',$,$,${real(size[0] * size[1] * height)},$)`);
    const quantities = add(`IFCELEMENTQUANTITY('${globalId()}',$,'Qto_WallBaseQuantities',$,$,(${volume}))`);
    add(`IFCRELDEFINESBYPROPERTIES('${globalId()}',$,$,$,(${wall}),${quantities})`);
    return wall;
  });
  add(`IFCRELCONTAINEDINSPATIALSTRUCTURE('${containment}',$,$,$,(${[slab, ...elements].join(',')}),${storey})`);
  return [
    'ISO-10303-21;',
    'HEADER;',
    "FILE_DESCRIPTION(('ViewDefinition [ReferenceView_V1.2]'),'2;1');",
    `FILE_NAME('house.ifc','${new Date().toISOString().slice(0, 19)}',(''),(''),'','','');`,
    "FILE_SCHEMA(('IFC4'));",
    'ENDSEC;',
    'DATA;',
    ...lines,
    'ENDSEC;',
    'END-ISO-10303-21;',
    '',
  ].join('\n');
}

/** STEP wants a point in every real number. */
const real = (value: number): string => {
  const text = String(Number(value.toFixed(6)));
  return text.includes('.') ? text : `${text}.`;
};
