import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SnapshotHeader } from '../../snapshot/types.ts';
import { apart, ecef, placed } from '../testing/earth.ts';
import { boxShape, imported, project, stepFile, wall } from '../testing/files.ts';

const [east, north, up] = [512_345, 5_400_678, 212];
const crs = "#120=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,$);";
const real = (value: number) => (Number.isInteger(value) ? `${value}.` : String(value));

/** A model whose site stands at a place, turned so that its X axis looks in a direction; a wall is at its origin. */
function siteAt(place: readonly number[], more: string, xAxis: readonly number[] = [1, 0]): string {
  const [x = 0, y = 0, z = 0] = place;
  const site = `${boxShape(100, 4, 1, 3)}
#110=IFCCARTESIANPOINT((${real(x)},${real(y)},${real(z)}));
#111=IFCDIRECTION((${xAxis.map(real).join(',')},0.));
#112=IFCAXIS2PLACEMENT3D(#110,#11,#111);
#113=IFCLOCALPLACEMENT($,#112);
${wall(114, 'w', '#105', '#113')}
${more}`;
  return project(site).replace("'Site',$,$,#20,", "'Site',$,$,#113,");
}

const headerOf = async (data: string, schema = 'IFC4'): Promise<SnapshotHeader> =>
  (await imported(stepFile(data, schema))).header;

const conversion = (values: string) => `${crs}\n#121=IFCMAPCONVERSION(#9,#120,${values});`;

/** Where the corners of the wall are meant to be: the same model at its own origin, with the conversion alone. */
const meant = (values: string) => headerOf(siteAt([0, 0, 0], conversion(values)));

/** How far two models have a point of their sites apart on earth. */
function off(found: SnapshotHeader, site: readonly number[], right: SnapshotHeader, turn = [1, 0]): number {
  const [x, y] = [20, 10];
  const [a = 1, b = 0] = turn;
  const at = [(site[0] ?? 0) + a * x - b * y, (site[1] ?? 0) + b * x + a * y, (site[2] ?? 0) + 5] as const;
  return apart(placed(found, at), placed(right, [x, y, 5]));
}

const once =
  /^The model stands at map coordinates, 5,42\d km from its origin, and its map conversion adds them once more/;
const messages = ({ report }: SnapshotHeader) => report.issues.map(({ message }) => message);

describe('a place that a file gives by its site and by its map conversion', () => {
  it('counts once, with the height where it is repeated and where it is not', async () => {
    const values = `${real(east)},${real(north)},${real(up)},$,$,$`;
    const right = await meant(values);
    assert.deepEqual(messages(right), []);
    for (const height of [up, 0]) {
      const site = [east, north, height];
      const header = await headerOf(siteAt(site, conversion(values)));
      assert.ok(off(header, site, right) < 1e-3, `${off(header, site, right)} m`);
      assert.match(messages(header)[0] ?? '', once);
      assert.equal(header.report.issueCount, 1);
      assert.equal(header.report.issues[0]?.line, 35);
      assert.equal(header.extents?.low[0], east - 2);
    }
  });

  it('counts once, whichever of the two turns the model, or both', async () => {
    const turn = [0.8, 0.6];
    const values = `${real(east)},${real(north)},0.,0.8,0.6,$`;
    const right = await meant(values);
    const site = [east, north, 0];
    const byConversion = await headerOf(siteAt(site, conversion(values)));
    assert.ok(off(byConversion, site, right) < 1e-3);
    const byBoth = await headerOf(siteAt(site, conversion(values), turn));
    assert.ok(off(byBoth, site, right, turn) < 1e-3);
    // the site is where the conversion brings it back to its own axes
    const back = [0.8 * east + 0.6 * north, 0.8 * north - 0.6 * east, 0];
    const turnedBack = await headerOf(siteAt(back, conversion(values)));
    assert.ok(off(turnedBack, back, right) < 1e-3);
  });

  it('counts once with a scale and in other units', async () => {
    const right = await meant(`${real(east)},${real(north)},0.,$,$,$`);
    const scaled = [east / 0.9996, north / 0.9996, 0];
    const header = await headerOf(siteAt(scaled, conversion(`${real(east)},${real(north)},0.,$,$,0.9996`)));
    assert.ok(off(header, scaled, right) < 1e-3, `${off(header, scaled, right)} m`);
    const inMillimetres = (data: string) => data.replace('.LENGTHUNIT.,$,', '.LENGTHUNIT.,.MILLI.,');
    const values = `${real(east)},${real(north)},0.,1.,0.,0.001`;
    const small = await headerOf(inMillimetres(siteAt([1000 * east, 1000 * north, 0], conversion(values))));
    assert.ok(off(small, [east, north, 0], right) < 1e-3);
    assert.match(
      messages(small)[0] ?? '',
      /^The map names no unit; the scale 0.001 of its conversion says .* metres\.$/,
    );
    assert.match(messages(small)[1] ?? '', once);
  });

  it('counts once where model and map are in feet', async () => {
    const feet = (data: string) =>
      data.replace(
        '#1=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);',
        `#1=IFCCONVERSIONBASEDUNIT(#4,.LENGTHUNIT.,'US SURVEY FOOT',#5);\n#4=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);
#5=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.304800609601219),#6);\n#6=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);`,
      );
    const map = (values: string) =>
      `#120=IFCPROJECTEDCRS('EPSG:2263',$,$,$,$,$,#1);\n#121=IFCMAPCONVERSION(#9,#120,${values},$,$,1.);`;
    const right = await headerOf(feet(siteAt([0, 0, 0], map('987654.,212345.,30.'))));
    const header = await headerOf(feet(siteAt([987_654, 212_345, 30], map('987654.,212345.,30.'))));
    const site = [987_654, 212_345, 30].map((value) => value * 0.304800609601219);
    assert.ok(off(header, site, right) < 1e-3);
    assert.match(messages(header)[0] ?? '', /308 km from its origin/);
  });

  it('counts once with a rigid operation and with the property sets of IFC2X3', async () => {
    const right = await meant(`${real(east)},${real(north)},${real(up)},$,$,$`);
    const site = [east, north, up];
    const operation = `#120=IFCPROJECTEDCRS('EPSG:25832',$,$,$,$,$,$);
#121=IFCRIGIDOPERATION(#9,#120,IFCLENGTHMEASURE(${real(east)}),IFCLENGTHMEASURE(${real(north)}),${real(up)});`;
    const alone = await headerOf(siteAt([0, 0, 0], operation), 'IFC4X3');
    assert.ok(off(alone, [0, 0, 0], right) < 1e-6);
    assert.deepEqual(messages(alone), []);
    const rigid = await headerOf(siteAt(site, operation), 'IFC4X3');
    assert.ok(off(rigid, site, right) < 1e-3);
    assert.match(messages(rigid)[0] ?? '', once);
    const single = (number: number, name: string, value: string) =>
      `#${number}=IFCPROPERTYSINGLEVALUE('${name}',$,${value},$);`;
    const sets = `${single(200, 'Eastings', `IFCREAL(${real(east)})`)}
${single(201, 'Northings', `IFCREAL(${real(north)})`)}
${single(202, 'OrthogonalHeight', `IFCREAL(${real(up)})`)}
#205=IFCPROPERTYSET('set-a',$,'ePSet_MapConversion',$,(#200,#201,#202));
${single(206, 'Name', "IFCLABEL('EPSG:25832')")}
#208=IFCPROPERTYSET('set-b',$,'ePSet_ProjectedCRS',$,(#206));
#209=IFCRELDEFINESBYPROPERTIES('rel-a',$,$,$,(#31),#205);`;
    const old = await headerOf(siteAt(site, sets), 'IFC2X3');
    assert.ok(off(old, site, right) < 1e-3);
    assert.match(messages(old)[0] ?? '', once);
  });
});

describe('a model at map coordinates', () => {
  it('is placed where it stands by a conversion of zeros', async () => {
    const right = await meant(`${real(east)},${real(north)},${real(up)},$,$,$`);
    const site = [east, north, up];
    const header = await headerOf(siteAt(site, conversion('0.,0.,0.,$,$,$')));
    assert.ok(off(header, site, right) < 0.02, `${off(header, site, right)} m`);
    assert.match(messages(header)[0] ?? '', /^The map conversion moves nothing .* 5,42\d km from its origin/);
  });

  it('is at the place of its site, whether only the site is there or only the elements', async () => {
    const globe = (data: string) =>
      data.replace('$,$,.ELEMENT.,$,$,$,$,$);\n#32', '$,$,.ELEMENT.,(48,45,0),(9,10,0),212.,$,$);\n#32');
    const both = await headerOf(globe(siteAt([east, north, 0], '')));
    assert.ok(apart(placed(both, [east, north, 0]), ecef(9 + 1 / 6, 48.75, up)) < 1e-3);
    assert.deepEqual(messages(both), []);
    const onlySite = globe(siteAt([east, north, 0], '')).replace(
      "'w',$,'Wall 114',$,$,#113",
      "'w',$,'Wall 114',$,$,#20",
    );
    const alone = await headerOf(onlySite);
    assert.ok(apart(placed(alone, [0, 0, 0]), ecef(9 + 1 / 6, 48.75, up)) < 1e-3);
    const elements = await headerOf(
      globe(siteAt([east, north, up], '')).replace("'Site',$,$,#113,", "'Site',$,$,#20,"),
    );
    assert.ok(apart(placed(elements, [east, north, up]), ecef(9 + 1 / 6, 48.75, up)) < 10);
    for (const header of [alone, elements])
      assert.match(messages(header)[0] ?? '', /^Latitude and longitude belong to a point 5,42\d km from the elements/);
  });

  it('keeps the conversion of elements that stand at the origin although their site does not', async () => {
    const values = `${real(east)},${real(north)},${real(up)},$,$,$`;
    const right = await meant(values);
    const data = siteAt([east, north, up], conversion(values)).replace(
      "'w',$,'Wall 114',$,$,#113",
      "'w',$,'Wall 114',$,$,#20",
    );
    const header = await headerOf(data);
    assert.deepEqual(header.ecefTransform, right.ecefTransform);
    assert.deepEqual(messages(header), []);
  });

  it('by a rigid operation in degrees has its origin at that latitude and longitude', async () => {
    const operation = `#119=IFCCONVERSIONBASEDUNIT(#122,.PLANEANGLEUNIT.,'DEGREE',#123);
#122=IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0);\n#123=IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(0.0174532925199433),#2);
#120=IFCGEOGRAPHICCRS('EPSG:4326',$,$,$,#119,#1);
#121=IFCRIGIDOPERATION(#9,#120,IFCPLANEANGLEMEASURE(48.75),IFCPLANEANGLEMEASURE(9.25),212.);`;
    const header = await headerOf(siteAt([0, 0, 0], operation), 'IFC4X3');
    assert.ok(apart(placed(header, [0, 0, 0]), ecef(9.25, 48.75, 212)) < 1e-3);
    assert.ok(apart(placed(header, [0, 1, 0]), ecef(9.25, 48.75 + 1 / 111_200, 212)) < 0.01);
    const nowhere = await headerOf(siteAt([0, 0, 0], operation.replace('(48.75)', '(5400000.)')), 'IFC4X3');
    assert.equal(nowhere.ecefTransform, null);
    assert.match(messages(nowhere)[0] ?? '', /are no place on earth; it was not used/);
  });
});
