import assert from 'node:assert/strict';
import { api } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const inTwin = `GET ${api}?twinId={twinId}`;
const namesOf = (body: { realityData: { displayName: string }[] }) => body.realityData.map((one) => one.displayName);

const finds = (query: string, names: readonly string[]): Scenario => ({
  name: `a list by ${query}`,
  call: `${inTwin}&${query}`,
  as: 'viewer',
  status: 200,
  onBoth: true,
  proves: ({ body }) => assert.deepEqual(namesOf(body), names),
});

const refuses = (query: string, target: string, code = 'InvalidParameter'): Scenario => ({
  name: `a list by ${query}`,
  call: `${inTwin}&${query}`,
  as: 'viewer',
  status: 422,
  code: 'InvalidRealityDataRequest',
  targets: [target],
  proves: ({ body }) => {
    assert.equal(body.error.message, 'Invalid RealityData request.');
    assert.equal(body.error.details[0].code, code);
  },
});

const everything = ['Bridge photos', 'Own', 'Site scan', 'Terrain'];

export const listScenarios: readonly Scenario[] = [
  {
    name: 'what a twin has, by name, in short',
    call: inTwin,
    as: 'viewer',
    status: 200,
    proves: ({ body }, { scan }) => {
      assert.deepEqual(namesOf(body), everything);
      assert.deepEqual(body.realityData[2], { id: scan, displayName: 'Site scan', type: 'LAS' });
      assert.ok(!('_links' in body), 'the last page has no links');
    },
  },
  {
    name: 'what a twin has, whole',
    call: inTwin,
    as: 'viewer',
    headers: { Prefer: 'return=representation' },
    status: 200,
    proves: ({ body }) => {
      const scan = body.realityData[2];
      assert.deepEqual([scan.size, scan.rootDocument, scan.tags], [3, 'site.las', ['north', 'scan']]);
    },
  },
  {
    name: 'pages',
    call: `${inTwin}&$top=3&$orderBy=createdDateTime desc`,
    as: 'viewer',
    status: 200,
    async proves({ body }, { p, viewer, stranger, twinId }) {
      assert.deepEqual(namesOf(body), ['Own', 'Terrain', 'Bridge photos']);
      const { href } = body._links.next;
      assert.ok(
        href.startsWith(`${p.baseUrl}/reality-management/reality-data?twinId=${twinId}&$top=3&$orderBy=`),
        href,
      );
      const second = (await p.call(viewer, `GET ${href}`)).body;
      assert.deepEqual([namesOf(second), second._links], [['Site scan'], undefined]);
      const other = href.replace('createdDateTime', 'displayName');
      assert.equal((await p.call(viewer, `GET ${other}`)).status, 422, 'a token of another list');
      assert.notEqual((await p.call(stranger, `GET ${href}`)).status, 200);
    },
  },
  {
    name: 'what all twins have of which one is a member',
    call: `GET ${api}`,
    as: 'visitor',
    status: 200,
    proves: ({ body }, { shared }) => {
      const ids = body.realityData.map((one: { id: string }) => one.id);
      assert.ok(ids.includes(shared));
      assert.ok(namesOf(body).every((name) => name === 'Terrain'));
    },
  },
  {
    name: 'nothing',
    call: `GET ${api}`,
    as: 'stranger',
    status: 200,
    proves: ({ body }) => assert.deepEqual(body, { realityData: [] }),
  },
  finds('$search=SITE', ['Site scan']),
  finds('$search=2026', ['Site scan']),
  finds('$search=site.las', ['Site scan']),
  finds('$search=100%25', []),
  finds('types=las,CCImageCollection', ['Bridge photos', 'Site scan']),
  finds('tag=north', ['Site scan']),
  finds('tag=NORTH', []),
  finds('tag=nor', []),
  finds('extent=8,48,9,49', ['Site scan']),
  finds('extent=170,-90,8.335,90', ['Site scan']),
  finds('extent=9,48,10,49', []),
  finds('createdDateTime=2020-01-01/', everything),
  finds('createdDateTime=2020-01-01/2021-01-01', []),
  finds('modifiedDateTime=/2021-01-01', []),
  finds('lastAccessedDateTime=2020-01-01/2199-01-01', everything),
  finds('acquisitionDateTime=2020-01-01/', []),
  finds('dataCenter=east us', everything),
  finds('dataCenter=West US', []),
  finds('ownerId=d4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11', []),
  ...(['size desc', 'rootDocument desc', 'DATASET desc'].map((order) => ({
    ...finds(`$orderBy=${order}`, []),
    proves: (({ body }) => assert.equal(namesOf(body)[0], 'Site scan')) as Scenario['proves'],
  })) as Scenario[]),
  refuses('$top=0', '$top'),
  refuses('$top=1001', '$top'),
  refuses('$orderBy=colour', '$orderBy'),
  refuses('types=Panorama', 'types'),
  refuses('extent=1,2,3', 'extent'),
  refuses('createdDateTime=yesterday', 'createdDateTime'),
  refuses('ownerId=x', 'ownerId'),
  refuses('continuationToken=x', 'continuationToken'),
  {
    name: 'a twin that is none',
    call: `GET ${api}?twinId=x&$top=1001`,
    as: 'viewer',
    status: 422,
    proves: ({ body }) =>
      assert.deepEqual(body.error.details, [
        { code: 'InvalidParameter', message: "The value 'x' is not valid.", target: 'twinId' },
        { code: 'InvalidParameter', message: 'The field Top must be between 1 and 1000.', target: '$top' },
      ]),
  },
  ...(['readaccess', 'writeaccess'] as const).map(
    (path): Scenario => ({
      name: `the link of ${path}`,
      call: `GET ${api}/{scan}/${path}`,
      as: path === 'readaccess' ? 'viewer' : 'surveyor',
      status: 200,
      async proves({ body }, { p, scan }) {
        const { href } = body._links.containerUrl;
        assert.deepEqual([body.type, body.access], ['BlobSasUrl', path === 'readaccess' ? 'Read' : 'Write']);
        assert.ok(href.startsWith(`${p.baseUrl}/files/reality/${scan}?sv=2021-08-06&sr=c&sp=r`), href);
        const bytes = await fetch(href.replace('?', '/site.las?'));
        assert.equal((await bytes.arrayBuffer()).byteLength, 3000);
      },
    }),
  ),
];
