import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SnapshotHeader } from '../../snapshot/types.ts';
import { apart, ecef, placed } from '../testing/earth.ts';
import { imported, project, stepFile, wall } from '../testing/files.ts';

const headerOf = async (text: string): Promise<SnapshotHeader> => (await imported(stepFile(text))).header;

describe('a georeference', () => {
  const mapped = (crs: string, conversion: string) =>
    headerOf(
      project(
        `${wall(100, 'w')}\n#101=IFCPROJECTEDCRS('${crs}',$,$,$,$,$,$);\n#102=IFCMAPCONVERSION(#9,#101,${conversion});`,
      ),
    );

  it('by map conversion puts the origin at its place and keeps lengths', async () => {
    // on the central meridian of UTM zone 32: 9° E, at the equator, with the X axis towards north
    const header = await mapped('EPSG:25832', '500000.,0.,100.,0.,1.,$');
    assert.ok(apart(placed(header, [0, 0, 0]), ecef(9, 0, 100)) < 0.001);
    const north = ecef(9, 1 / 110_574, 100);
    assert.ok(apart(placed(header, [1, 0, 0]), north) < 0.001, 'X does not look to the north');
    assert.ok(apart(placed(header, [0, 0, 5]), ecef(9, 0, 105)) < 0.001);
    const [x, y] = [placed(header, [1000, 0, 0]), placed(header, [0, 1000, 0])];
    assert.ok(Math.abs(apart(x, y) - 1000 * Math.SQRT2) < 1e-6);
    assert.equal(header.report.issueCount, 0);
  });

  it('knows systems of countries by their code, in their own units', async () => {
    // Amersfoort, the origin of the Dutch grid: 52° 9′ 22″ N, 5° 23′ 15″ E
    const header = await mapped('EPSG:28992', '155000.,463000.,0.,1.,0.,1.');
    assert.ok(apart(placed(header, [0, 0, 0]), ecef(5.387206, 52.155172, 0)) < 60);
    // New York Long Island in feet; the file is in metres
    const feet = await mapped('EPSG:2263', '300000.,60000.,0.,1.,0.,1.');
    assert.ok(apart(placed(feet, [0, 0, 0]), ecef(-74, 40.7067, 0)) < 2000);
  });

  it('in a system that is not known is reported and left out', async () => {
    for (const crs of ['EPSG:999999', 'My own grid', 'EPSG:../../x']) {
      const header = await mapped(crs, '1.,2.,3.,$,$,$');
      assert.equal(header.ecefTransform, null);
      assert.match(header.report.issues[0]?.message ?? '', /is not known; the map conversion was not used/);
    }
  });

  it('by latitude, longitude and true north holds at the place of the site', async () => {
    const text = project(`#100=IFCCARTESIANPOINT((10.,20.,0.));\n#101=IFCAXIS2PLACEMENT3D(#100,$,$);
#102=IFCLOCALPLACEMENT($,#101);\n#103=IFCDIRECTION((1.,0.));\n${wall(104, 'w')}`)
      .replace('#12,$);\n#30', '#12,#103);\n#30')
      .replace("'Site',$,$,#20,$,$,.ELEMENT.,$,$,$", "'Site',$,$,#102,$,$,.ELEMENT.,(48,30,0),(-9,-30,0,0),500.");
    const header = await headerOf(text);
    assert.ok(apart(placed(header, [10, 20, 0]), ecef(-9.5, 48.5, 500)) < 0.001);
    // true north is the X axis
    assert.ok(apart(placed(header, [11, 20, 0]), ecef(-9.5, 48.5 + 1 / 111_200, 500)) < 0.01);
  });

  it('by true north is exact to a thousandth of a degree at every latitude', async () => {
    const degrees = (radians: number) => (radians * 180) / Math.PI;
    for (const [latitude, longitude] of [
      [0, 10],
      [42, -71],
      [-33, 151],
      [69, 19],
    ] as const) {
      for (const turned of [17, 45, -120]) {
        const [x, y] = [Math.sin((turned * Math.PI) / 180), Math.cos((turned * Math.PI) / 180)];
        const text = project(`#103=IFCDIRECTION((${x.toFixed(12)},${y.toFixed(12)}));\n${wall(104, 'w')}`)
          .replace('#12,$);\n#30', '#12,#103);\n#30')
          .replace(
            "'Site',$,$,#20,$,$,.ELEMENT.,$,$,$",
            `'Site',$,$,#20,$,$,.ELEMENT.,(${latitude},0,0),(${longitude},0,0),0.`,
          );
        const m = (await headerOf(text)).ecefTransform ?? [];
        const [l, p] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
        const yAxis = [m[1] ?? 0, m[5] ?? 0, m[9] ?? 0];
        const along = (v: readonly number[]) => v.reduce((sum, value, n) => sum + value * (yAxis[n] ?? 0), 0);
        const east = along([-Math.sin(l), Math.cos(l), 0]);
        const north = along([-Math.sin(p) * Math.cos(l), -Math.sin(p) * Math.sin(l), Math.cos(p)]);
        // true north lies `turned` to the right of Y, so Y looks as much to the left of north
        const bearing = degrees(Math.atan2(east, north));
        assert.ok(Math.abs(bearing + turned) < 0.001, `${latitude}°: ${bearing}°, not ${-turned}°`);
      }
    }
  });

  it('latitude 0 and longitude 0 is no place, and the report says so', async () => {
    const at = (latitude: string, longitude: string) =>
      headerOf(
        project(wall(104, 'w')).replace(
          "'Site',$,$,#20,$,$,.ELEMENT.,$,$,$",
          `'Site',$,$,#20,$,$,.ELEMENT.,(${latitude}),(${longitude}),0.`,
        ),
      );
    const none = await at('0,0,0', '0,0,0,0');
    assert.equal(none.ecefTransform, null);
    assert.match(none.report.issues[0]?.message ?? '', /Latitude and longitude of the site are 0/);
    assert.notEqual((await at('0,0,0', '9,0,0')).ecefTransform, null);
    assert.notEqual((await at('0,0,1', '0,0,0')).ecefTransform, null);
  });

  it('by the property sets ePSet_MapConversion and ePSet_ProjectedCRS, which IFC2X3 has instead', async () => {
    const property = (number: number, name: string, value: string) =>
      `#${number}=IFCPROPERTYSINGLEVALUE('${name}',$,${value},$);`;
    const sets = (unit: string, east: string) => `${property(200, 'Eastings', east)}
${property(201, 'Northings', 'IFCREAL(0.)')}
${property(202, 'OrthogonalHeight', "IFCTEXT('100')")}
${property(203, 'XAxisAbscissa', 'IFCREAL(0.)')}
${property(204, 'XAxisOrdinate', 'IFCREAL(1.)')}
#205=IFCPROPERTYSET('set-a',$,'ePSet_MapConversion',$,(#200,#201,#202,#203,#204));
${property(206, 'Name', "IFCLABEL('EPSG:25832')")}
${property(207, 'MapUnit', `IFCIDENTIFIER('${unit}')`)}
#208=IFCPROPERTYSET('set-b',$,'ePSet_ProjectedCRS',$,(#206,#207));
#209=IFCRELDEFINESBYPROPERTIES('rel-a',$,$,$,(#31),#205);
#210=IFCRELDEFINESBYPROPERTIES('rel-b',$,$,$,(#31),#208);`;
    for (const [unit, east, height] of [
      ['METRE', 'IFCREAL(500000.)', 100],
      ['millimeter', 'IFCREAL(500000000.)', 0.1],
    ] as const) {
      const text = stepFile(project(`${wall(104, 'w')}\n${sets(unit, east)}`), 'IFC2X3');
      const { header } = await imported(text);
      assert.ok(apart(placed(header, [0, 0, 0]), ecef(9, 0, height)) < 0.001, unit);
      assert.ok(apart(placed(header, [1, 0, 0]), ecef(9, 1 / 110_574, height)) < 0.001, 'X does not look to the north');
    }
  });
});
