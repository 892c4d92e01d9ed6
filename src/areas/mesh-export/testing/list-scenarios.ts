import assert from 'node:assert/strict';
import type { Answer } from '../../../../test/support/platform.ts';
import type { Scenario } from './run-scenarios.ts';

const representation = { Prefer: 'return=representation' };
const all = 'GET /mesh-export/?modelId={house}';

interface Listed {
  readonly id: string;
  readonly request: { readonly exportType: string; readonly changesetId: string };
}
const listed = (answer: Answer): Listed[] => answer.body.exports;
const ids = (answer: Answer): string[] => listed(answer).map((one) => one.id);
const times = (answer: Answer): string[] =>
  answer.body.exports.map((one: { lastModified: string }) => one.lastModified);

/** Lists and single exports. */
export const listScenarios: readonly Scenario[] = [
  {
    name: 'the exports of a model, newest version first, in short',
    call: all,
    as: 'worker',
    status: 200,
    proves(answer, { automatic3DTiles, house, p }) {
      const [first] = answer.body.exports;
      assert.deepEqual(Object.keys(first), ['id', 'displayName', 'status', 'lastModified']);
      assert.deepEqual([first.displayName, first.status], ['house.ifc', 'Complete']);
      assert.ok(ids(answer).includes(automatic3DTiles));
      assert.ok(ids(answer).length >= 8, 'six automatic ones, and those of this fixture');
      const { self, next, prev } = answer.body._links;
      assert.equal(self.href, `${p.baseUrl}/mesh-export/?modelId=${house}&$skip=0&$top=100`);
      assert.deepEqual([next, prev], [undefined, undefined]);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
    },
  },
  {
    name: 'the same in full',
    call: `${all}&client=viewer&use-new-exporter=1&twinJS=5.1`,
    as: 'reader',
    headers: representation,
    status: 200,
    proves(answer, { first, second, twinId, house, automaticModel }) {
      const order = listed(answer).map((one) => one.request.changesetId);
      assert.deepEqual(
        order,
        [...order].sort((a) => (a === second ? -1 : 1)),
      );
      assert.equal(order.at(-1), first);
      const model = answer.body.exports.find((one: Listed) => one.id === automaticModel);
      assert.deepEqual(model.request, {
        modelId: house,
        changesetId: second,
        exportType: 'MODEL',
        exporterVersion: '1.0',
        currentExporterVersion: '1.0',
        exportTypeVersion: '1.1',
        twinId,
      });
      const [path, query, ...more] = model._links.mesh.href.split('?');
      assert.match(path, /\/files\/mesh\/[0-9a-f-]{36}\/~[\w-]+$/);
      assert.match(query, /^sp=rl&se=[^&]+&sig=[^&]+$/);
      assert.deepEqual(more, []);
      assert.equal(answer.headers.get('preference-applied'), 'return=representation');
    },
  },
  {
    name: 'of one version, in any case',
    call: `${all}&changesetId={first}`,
    as: 'reader',
    headers: representation,
    status: 200,
    proves(answer, { first }) {
      assert.deepEqual(
        listed(answer)
          .map((one) => one.request.exportType)
          .sort(),
        ['3DTiles', 'CESIUM', 'MODEL'],
      );
      assert.ok(listed(answer).every((one) => one.request.changesetId === first));
    },
  },
  {
    name: 'an empty version is none',
    call: `${all}&changesetId=&$top=1`,
    as: 'reader',
    status: 200,
    proves: (answer) => assert.equal(listed(answer).length, 1),
  },
  {
    name: 'of one type, in the spelling of the request',
    call: `${all}&exportType=3DTILES&changesetId={second}`,
    as: 'reader',
    headers: representation,
    status: 200,
    proves(answer, { automatic3DTiles }) {
      assert.ok(ids(answer).includes(automatic3DTiles));
      assert.ok(listed(answer).every((one) => one.request.exportType === '3DTILES'));
    },
  },
  ...['exportType=OBJ', `changesetId=${'0'.repeat(40)}`, 'tileVersion=0'].map(
    (filter): Scenario => ({
      name: `none for ${filter}`,
      call: `${all}&${filter}`,
      as: 'reader',
      status: 200,
      proves: (answer) => assert.deepEqual(answer.body.exports, []),
    }),
  ),
  ...(['asc', 'desc'] as const).map(
    (direction): Scenario => ({
      name: `by time, ${direction}`,
      call: `${all}&$orderBy=date:${direction}&tileVersion=1`,
      as: 'reader',
      status: 200,
      proves(answer) {
        const sorted = times(answer).sort();
        assert.deepEqual(times(answer), direction === 'asc' ? sorted : sorted.reverse());
      },
    }),
  ),
  {
    name: 'page by page',
    call: `${all}&$top=4&$orderBy=date:asc&exportType=cesium`,
    as: 'reader',
    headers: representation,
    status: 200,
    async proves(_answer, { p, house, reader }) {
      const found: string[] = [];
      let at = `/mesh-export?modelId=${house}&$top=3&$orderBy=date:asc`;
      for (;;) {
        const answer = await p.call(reader, `GET ${at}`);
        found.push(...ids(answer));
        if (!answer.body._links.next) break;
        at = answer.body._links.next.href;
        assert.match(at, /orderBy=date%3Aasc&\$skip=\d+&\$top=3$/);
      }
      const whole = await p.call(reader, `GET /mesh-export?modelId=${house}&$orderBy=date:asc`);
      assert.deepEqual(found, ids(whole));
    },
  },
  {
    name: 'without a model those that the caller started, of all models that can be read',
    call: 'GET /mesh-export',
    as: 'reader',
    status: 200,
    proves(answer, { readers, managers, waitingExport, automaticCesium }) {
      assert.ok(ids(answer).includes(readers) && ids(answer).includes(waitingExport));
      assert.ok(!ids(answer).includes(managers) && !ids(answer).includes(automaticCesium));
    },
  },
  {
    name: 'none of who started none',
    call: 'GET /mesh-export/',
    as: 'stranger',
    status: 200,
    proves: (answer) => assert.deepEqual(answer.body.exports, []),
  },
  ...['$top=0', '$top=1001', '$skip=-1', '$orderBy=date', 'cdn=2', 'tileVersion=x'].map(
    (parameter): Scenario => ({
      name: `a list with ${parameter}`,
      call: `${all}&${parameter}`,
      as: 'reader',
      status: 422,
      code: 'InvalidMeshExportRequest',
      targets: [parameter.split('=')[0] ?? ''],
      proves: (answer) => assert.equal(answer.body.error.details[0].code, 'InvalidParameter'),
    }),
  ),
  {
    name: 'one export, always in full',
    call: 'GET /mesh-export/{automaticCesium}?cdn=0',
    as: 'worker',
    status: 200,
    proves(answer, { automaticCesium, p }) {
      const { export: found } = answer.body;
      assert.deepEqual([found.id, found.status, found.request.exportType], [automaticCesium, 'Complete', 'CESIUM']);
      assert.ok(found._links.mesh.href.startsWith(`${p.baseUrl}/files/mesh/${automaticCesium}/~`));
      assert.ok(answer.headers.get('deprecation'));
    },
  },
  {
    name: 'one that waits has no link',
    call: 'GET /mesh-export/{waitingExport}',
    as: 'reader',
    status: 200,
    proves: ({ body }) => assert.deepEqual([body.export.status, body.export._links], ['NotStarted', undefined]),
  },
  {
    name: 'one export through no such network',
    call: 'GET /mesh-export/{automaticCesium}?cdn=yes',
    as: 'reader',
    status: 422,
    code: 'InvalidMeshExportRequest',
    targets: ['cdn'],
  },
];
