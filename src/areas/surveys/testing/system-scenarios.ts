import assert from 'node:assert/strict';
import { formulas, grs80 } from '../../../engines/crs/testing/formulas.ts';
import { api } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

interface Shown {
  readonly id: string | null;
  readonly name: string;
  readonly kind: string;
  readonly area: {
    readonly west: number;
    readonly east: number;
    readonly south: number;
    readonly north: number;
  } | null;
}
const systemsIn = (body: { coordinateSystems: Shown[] }): Shown[] => body.coordinateSystems;
const detailsOf = (body: { error: { details: readonly { message: string; target: string }[] } }) => body.error.details;

const finding: readonly Scenario[] = [
  {
    name: 'words find systems by their names, in any order',
    call: `GET ${api}?$search=utm%2032N`,
    as: 'surveyor',
    status: 200,
    proves({ body }) {
      const all = systemsIn(body);
      assert.ok(
        all.length > 10 && all.every(({ name }) => /utm zone 32n/i.test(name)),
        JSON.stringify(all.map((one) => one.name)),
      );
      assert.ok(all.some(({ id }) => id === 'EPSG:25832'));
      assert.deepEqual([body.registerVersion, body._links], ['epsg-index 2.0.0', undefined]);
    },
  },
  {
    name: 'a number finds the system of that code first',
    call: `GET ${api}?$search=2056`,
    as: 'surveyor',
    status: 200,
    proves({ body }) {
      const [first] = systemsIn(body);
      assert.deepEqual([first?.id, first?.name], ['EPSG:2056', 'CH1903+ / LV95']);
    },
  },
  {
    name: 'a place and kinds find the systems whose area holds it',
    call: `GET ${api}?at=8.4,49.0&kind=projected,vertical&$top=1000`,
    as: 'surveyor',
    status: 200,
    proves({ body }) {
      const all = systemsIn(body);
      assert.deepEqual([...new Set(all.map(({ kind }) => kind))].toSorted(), ['projected', 'vertical']);
      for (const { id, area } of all) {
        assert.ok(area && area.south <= 49 && area.north >= 49, String(id));
        assert.ok(area.west <= area.east ? area.west <= 8.4 && area.east >= 8.4 : true, String(id));
      }
      assert.ok(all.some(({ id }) => id === 'EPSG:25832') && all.some(({ id }) => id === 'EPSG:7837'));
    },
  },
  {
    name: 'pages follow each other without a gap',
    call: `GET ${api}?$search=gauss&$top=7`,
    as: 'surveyor',
    status: 200,
    async proves({ body }, { p, surveyor }) {
      const { href } = body._links.next;
      const second = await p.call(surveyor, `GET ${href.slice(href.indexOf('/surveys/'))}`);
      const both = await p.call(surveyor, `GET ${api}?$search=gauss&$top=14`);
      assert.deepEqual([...systemsIn(body), ...systemsIn(second.body)], systemsIn(both.body));
    },
  },
  {
    name: 'what is no place, kind or number is refused by its name',
    call: `GET ${api}?at=190,10`,
    as: 'surveyor',
    status: 422,
    targets: ['at'],
    async proves(_answer, { p, surveyor }) {
      for (const [query, target] of [
        ['at=north', 'at'],
        ['$top=0', '$top'],
        ['kind=flat', 'kind'],
        ['continuationToken=x', 'continuationToken'],
      ]) {
        const { status, body } = await p.call(surveyor, `GET ${api}?${query}`);
        assert.deepEqual(
          [status, body.error.code, body.error.message],
          [422, 'InvalidSurveysRequest', 'Cannot find coordinate systems.'],
        );
        assert.ok(
          detailsOf(body).some((one) => one.target.startsWith(target ?? '')),
          JSON.stringify(body),
        );
      }
    },
  },
];

const showing: readonly Scenario[] = [
  {
    name: 'a system by its code, with its parameters and texts',
    call: `GET ${api}/EPSG:2994`,
    as: 'surveyor',
    status: 200,
    async proves({ body }, { p, surveyor }) {
      const { coordinateSystem: one } = body;
      assert.deepEqual(
        [one.id, one.name, one.kind, one.units.horizontal.name, one.usable],
        ['EPSG:2994', 'NAD83(HARN) / Oregon GIC Lambert (ft)', 'projected', 'foot', true],
      );
      assert.deepEqual(
        one.parameters.find(({ name }: { name: string }) => name === 'Easting at false origin'),
        { name: 'Easting at false origin', value: 399_999.9999984, unit: 'metre' },
      );
      for (const text of [one.wkt1, one.wkt2, one.esriWkt, JSON.stringify(one.geoKeys)]) {
        const again = await p.call(surveyor, `POST ${api}/read`, { body: { definition: text } });
        assert.equal(again.body.match.id, 'EPSG:2994', text);
      }
    },
  },
  {
    name: 'a number alone, and one with heights',
    call: `GET ${api}/25832`,
    as: 'surveyor',
    status: 200,
    async proves({ body }, { p, surveyor }) {
      assert.equal(body.coordinateSystem.id, 'EPSG:25832');
      const sum = await p.call(surveyor, `GET ${api}/${encodeURIComponent('EPSG:25832+7837')}`);
      const { id, name, kind, verticalId } = sum.body.coordinateSystem;
      assert.deepEqual(
        [id, name, kind, verticalId],
        ['EPSG:25832+7837', 'ETRS89 / UTM zone 32N + DHHN2016 height', 'compound', 'EPSG:7837'],
      );
    },
  },
  {
    name: 'one that nothing here can calculate with says why',
    call: `GET ${api}/ESRI:54099`,
    as: 'surveyor',
    status: 200,
    proves({ body }) {
      const { usable, reason } = body.coordinateSystem;
      assert.equal(usable, false);
      assert.match(reason, /is not supported/);
    },
  },
  {
    name: 'a code that no list has is not there',
    call: `GET ${api}/EPSG:999999`,
    as: 'surveyor',
    status: 404,
    async proves(_answer, { p, surveyor }) {
      for (const id of ['x', 'EPSG:25832+999999', '+proj=utm']) {
        const { status, body } = await p.call(surveyor, `GET ${api}/${encodeURIComponent(id)}`);
        assert.deepEqual([status, body.error.code], [404, 'CoordinateSystemNotFound'], id);
      }
    },
  },
];

const reading: readonly Scenario[] = [
  {
    name: 'a text of ESRI is read as the listed system that it is',
    call: `POST ${api}/read`,
    as: 'surveyor',
    body: {
      definition:
        'PROJCS["ETRS_1989_UTM_Zone_32N",GEOGCS["GCS_ETRS_1989",DATUM["D_ETRS_1989",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",9.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]',
    },
    status: 200,
    proves({ body }) {
      assert.deepEqual([body.match, body.warnings], [{ id: 'EPSG:25832', kind: 'equal' }, []]);
    },
  },
  {
    name: 'keys with another unit are read in that unit, with a warning',
    call: `POST ${api}/read`,
    as: 'surveyor',
    body: { definition: '{"1024":1,"3072":26995,"3076":9003}' },
    status: 200,
    proves({ body }) {
      const [warning] = body.warnings;
      assert.deepEqual([warning.code, warning.params], ['UnitKeyDiffers', ['metre', 'US survey foot']]);
      assert.equal(body.coordinateSystem.units.horizontal.name, 'US survey foot');
    },
  },
  {
    name: 'a text that cannot be read is refused with what is wrong and where',
    call: `POST ${api}/read`,
    as: 'surveyor',
    body: { definition: 'PROJCS["x",GEOGCS["y"' },
    status: 422,
    targets: ['definition'],
    async proves({ body }, { p, surveyor }) {
      assert.match(detailsOf(body)[0]?.message ?? '', /brackets break at character 22/);
      for (const [definition, why] of [
        ['EPSG:99999', /No system has the code/],
        ['somewhere', /no code, no well-known text/],
        ['{"1025":1}', /name no system/],
        ['LOCAL_CS["x"]', /no system on earth/],
      ] as const) {
        const answer = await p.call(surveyor, `POST ${api}/read`, { body: { definition } });
        assert.equal(answer.status, 422);
        assert.match(detailsOf(answer.body)[0]?.message ?? '', why);
      }
    },
  },
];

/** UTM zone 32 by the formulas of the register. */
const zone = formulas.tm({
  ball: grs80,
  lat0: 0,
  lon0: 9,
  lat1: 0,
  lat2: 0,
  k0: 0.9996,
  azimuth: 0,
  fe: 500_000,
  fn: 0,
});

const transforming: readonly Scenario[] = [
  {
    name: 'points go from one system into another, and those without a place are null',
    call: `POST ${api}/transform`,
    as: 'surveyor',
    body: {
      from: 'EPSG:25832',
      to: 'EPSG:4326',
      points: [[...zone(9.1, 48.75)], [1e9, 1e9]],
    },
    status: 200,
    proves({ body }) {
      const [[longitude, latitude], nowhere] = body.points;
      assert.ok(Math.abs(longitude - 9.1) < 1e-9 && Math.abs(latitude - 48.75) < 1e-9, String(body.points));
      assert.deepEqual([nowhere, body.warnings], [null, []]);
    },
  },
  {
    name: 'heights change their unit and never their datum, which is said',
    call: `POST ${api}/transform`,
    as: 'surveyor',
    body: { from: 'EPSG:26910+6360', to: 'EPSG:26910+5703', points: [[500_000, 5_000_000, 3937]] },
    status: 200,
    proves({ body }) {
      assert.ok(Math.abs(body.points[0][2] - 1200) < 1e-9, String(body.points));
      assert.deepEqual(
        body.warnings.map(({ code }: { code: string }) => code),
        ['VerticalDatumNotApplied'],
      );
    },
  },
  {
    name: 'systems and points that are none are refused by their names',
    call: `POST ${api}/transform`,
    as: 'surveyor',
    body: { from: 'nowhere', to: 'EPSG:99999', points: [[1, 2]] },
    status: 422,
    targets: ['from', 'to'],
    async proves(_answer, { p, surveyor }) {
      const body = { from: 'EPSG:25832', to: 'EPSG:4326', points: [[1, 2], [1]] };
      const answer = await p.call(surveyor, `POST ${api}/transform`, { body });
      assert.equal(answer.status, 422);
      assert.ok(
        detailsOf(answer.body).some(({ target }) => target.startsWith('points[1]')),
        JSON.stringify(answer.body),
      );
    },
  },
];

export const systemScenarios: readonly Scenario[] = [...finding, ...showing, ...reading, ...transforming];
