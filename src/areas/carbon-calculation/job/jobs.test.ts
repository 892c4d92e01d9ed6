import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, it } from 'node:test';
import { eventually } from '../../../../test/support/eventually.ts';
import { eachPlatform, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import { silentLog } from '../../../std/log.ts';
import { imported, putContent, truncatedFile } from '../../models/testing/files.ts';
import { removeGone } from '../../storage/maintenance.ts';
import { carbonCalculationArea } from '../area.ts';
import { resultLink } from '../files/link.ts';
import { removeOldJobs } from '../maintenance.ts';
import { findJob } from '../store/jobs.ts';
import { q } from '../tables.ts';
import { carbon, newConfiguration, newFile, reportOf, walls } from '../testing/fixture.ts';
import {
  beginJob,
  concreteRow,
  endedJob,
  entriesOf,
  type House,
  houseIn,
  houseOf,
  newEpd,
  newMapping,
  resultFile,
  review,
} from '../testing/house.ts';

const unblock = async ({ p, owner }: House) => {
  const { jobs } = requireSuccess(await p.call(owner, 'GET /jobs?kind=models.import&state=Queued'));
  for (const { id, title } of jobs) if (title === 'Later') await p.call(owner, `POST /jobs/${id}/cancel`);
};
const kitOf = ({ p }: House, now = Date.now) => ({
  db: p.app.db,
  ports: p.app.ports,
  baseUrl: p.baseUrl,
  log: silentLog,
  now,
});
const noTools = { toolA: undefined, toolB: undefined, allowedNetworks: [] };

/** A configuration of a model with its own mapping of concrete, reviewed unless said otherwise. */
async function configurationOf(
  house: House,
  more: { label?: object; mapping?: object; modelId?: string; draft?: true } = {},
) {
  const mapping = await newMapping(house, { ...entriesOf(house.epd), ...more.mapping });
  if (!more.draft) await review(house, mapping);
  const label = { ...walls, name: 'All', mappingId: mapping, groupName: '*', ...more.label };
  const body = { displayName: 'House', twinId: house.twinId, modelId: more.modelId ?? house.model, labels: [label] };
  return newConfiguration(house, body);
}
const failure = async (house: House, body: object): Promise<string> => {
  const job = await endedJob(house, await beginJob(house, body));
  assert.equal(job.status, 'Failed');
  assert.equal(job._links['carbontool-bProject'].href, '');
  return job.message;
};

eachPlatform('carbon jobs', (platform) => {
  let setting: Promise<House> | undefined;
  const house = () => {
    setting ??= platform().then(houseIn);
    return setting;
  };

  it('fail with a sentence for what is not there', async () => {
    const at = await house();
    const { unknown, configuration } = at;
    const label = (more: object) =>
      configurationOf(at, { label: more }).then((configurationId) => failure(at, { configurationId }));
    assert.equal(await label({ mappingId: unknown }), `The mapping '${unknown}' is not available.`);
    assert.equal(await label({ groupName: 'Walls' }), "Group 'Walls' is not in the mapping 'House'.");
    assert.equal(await label({ elementQuantityColumn: 'Weight' }), "Column 'Weight' is not in table '*'.");
    const draft = await configurationOf(at, { draft: true });
    assert.equal(await failure(at, { configurationId: draft }), "The mapping 'House' is not reviewed.");
    const elsewhere = await configurationOf(at, { modelId: unknown });
    assert.equal(await failure(at, { configurationId: elsewhere }), 'The model is not available.');
    for (const extractionId of ['0'.repeat(40), unknown, 'newest']) {
      assert.equal(
        await failure(at, { configurationId: configuration, extractionId }),
        'Extraction data is not available.',
      );
    }
    const labels = [{ ...walls, reportTable: 'x' }];
    const ofReport = (reportId: string) =>
      newConfiguration(at, { displayName: 'x', reportId, twinId: at.twinId, labels });
    assert.equal(await failure(at, { configurationId: await ofReport(unknown) }), 'Report data is not available.');
    assert.equal(await failure(at, { configurationId: await ofReport(at.report) }), "Table 'x' is not in the report.");
  });

  it('succeed although nothing could be calculated, and say so', async () => {
    const at = await house();
    const configurationId = await configurationOf(at, { mapping: { materials: [] } });
    const job = await endedJob(at, await beginJob(at, { configurationId }));
    assert.deepEqual(
      [job.status, job.message],
      ['Succeeded', 'Nothing could be calculated: 2 rows, first reason: Unmapped.'],
    );
    assert.match(
      await resultFile(job._links['carbontool-bProject'].href, 'report.html'),
      /0 of 2 rows could be calculated/,
    );
  });

  it('take the tables of a file in place of a model', async () => {
    const at = await house();
    const configurationId = await configurationOf(at, { label: { elementQuantityColumn: 'Amount' } });
    const { labels } = (await at.p.call(at.engineer, `GET ${carbon}/carbontool-b/configurations/${configurationId}`))
      .body.configuration;
    const rows = [{ Name: 'Wall', 'Amount [m3]': 2, Material: 'concrete' }];
    const tables = { tables: { [`${labels[0].mappingId}/*`]: rows } };
    const extractionId = reportOf(await newFile(at, `${randomUUID()}.json`, JSON.stringify(tables)));
    const job = await endedJob(at, await beginJob(at, { configurationId, extractionId }));
    const result = await resultFile(job._links['carbontool-bProject'].href);
    assert.equal(result.totals['A1-A3'], 400);
  });

  it('wait for the import of the version that they are about, and fail with it', async () => {
    const at = await house();
    const { p, uploader, engineer, twinId, waitingModel } = at;
    const configurationId = await configurationOf(at, { modelId: waitingModel });
    const id = await beginJob(at, { configurationId });
    const own = (await p.call(engineer, `GET /jobs?kind=carbon.calculate&twinId=${twinId}&state=Queued`)).body.jobs[0];
    assert.deepEqual([own.step, own.cancellable, own.retryable], ['Waiting for the import of version 1', true, false]);
    await unblock(at);
    const job = await endedJob(at, id);
    assert.equal(job.status, 'Succeeded', job.message);
    const [{ id: changesetId, _links }] = await imported(p, uploader, waitingModel);
    assert.equal((await resultFile(job._links['carbontool-bProject'].href)).source.changesetId, changesetId);
    const fileId = _links.file.href.split('/').at(-1);
    await putContent(p, uploader, fileId, truncatedFile());
    const [, { id: broken }] = await imported(p, uploader, waitingModel);
    assert.match(
      await failure(at, { configurationId, extractionId: broken }),
      /^Version 2 could not be imported: Line \d+/,
    );
    const newest = await endedJob(at, await beginJob(at, { configurationId }));
    assert.equal((await resultFile(newest._links['carbontool-bProject'].href)).source.changesetId, changesetId);
    await putContent(p, uploader, fileId, houseOf(7));
    const third = await endedJob(at, await beginJob(at, { configurationId }));
    const [, , { id: last }] = await imported(p, uploader, waitingModel);
    assert.equal((await resultFile(third._links['carbontool-bProject'].href)).source.changesetId, last);
  });

  it('are cancelled in /jobs by who may calculate, and have a limit', async () => {
    const at = await houseIn(await platform());
    const { p, owner, engineer, viewer, twinId, waitingModel } = at;
    const configurationId = await configurationOf(at, { modelId: waitingModel });
    const ids: string[] = [];
    for (let count = 0; count < 20; count++) ids.push(await beginJob(at, { configurationId }));
    const body = { configurationId, projectName: 'x', 'carbontool-bBearerToken': 'x' };
    const more = await p.call(engineer, `POST ${carbon}/carbontool-b/jobs`, { body });
    assert.deepEqual(
      [more.status, more.body.error.details[0].code, more.body.error.details[0].target],
      [422, 'ResourceQuotaExceeded', 'jobs'],
    );
    const { jobs } = (await p.call(owner, `GET /jobs?kind=carbon.calculate&twinId=${twinId}&state=Queued`)).body;
    assert.equal(jobs.length, 20);
    assert.equal((await p.call(viewer, `POST /jobs/${jobs[0].id}/cancel`)).status, 403);
    for (const { id } of jobs) assert.equal((await p.call(owner, `POST /jobs/${id}/cancel`)).status, 202);
    for (const id of ids) {
      const { status, message } = await endedJob(at, id);
      assert.deepEqual([status, message], ['Failed', 'Cancelled.']);
    }
    assert.equal((await p.call(engineer, `POST ${carbon}/carbontool-b/jobs`, { body })).status, 200);
    const held = await beginJob(at, { configurationId });
    const row = await p.app.db.first(q.selectFrom('carbon_jobs').selectAll().where('id', '=', held));
    const file = (await p.call(owner, `GET /models/${row?.model_id}`)).body.model.fileId;
    await p.call(owner, `DELETE /storage/files/${file}`);
    await p.call(owner, `DELETE /storage/recyclebin/files/${file}`);
    await removeGone(kitOf(at)).run(new AbortController().signal);
    assert.equal((await endedJob(at, held)).message, 'The model is not available.');
  });

  it('keep a copy of their configuration, and their results for 90 days, behind links that end', async () => {
    const at = await house();
    const { p, engineer } = at;
    const configurationId = await configurationOf(at);
    const id = await beginJob(at, { configurationId });
    await p.call(engineer, `DELETE ${carbon}/carbontool-b/configurations/${configurationId}`);
    const job = await endedJob(at, id);
    const link: string = job._links['carbontool-bProject'].href;
    assert.ok(link.startsWith(`${p.baseUrl}/carbon-results/${id}/report.html?sp=rl&se=`), link);
    const page = await fetch(link);
    assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
    assert.match(await resultFile(link, 'elements.csv'), /^\ufeff?GlobalId,Id,Name/);
    const end = new URL(link).searchParams.get('se') ?? '';
    const ended = resultLink(id, { ports: p.app.ports, baseUrl: p.baseUrl, now: Date.now() - 3_700_000 });
    for (const [wrong, status] of [
      [link.replace(encodeURIComponent(end), encodeURIComponent(end.replace('2', '3'))), 403],
      [link.split('?')[0] ?? '', 403],
      [ended, 403],
      [link.replace('report.html', 'other.html'), 404],
      [link.replace(id, randomUUID()), 403],
    ] as const) {
      assert.equal((await fetch(wrong)).status, status, wrong);
    }
    assert.equal((await fetch(link, { method: 'POST' })).status, 405);
    const list = `${link.replace('/report.html', '')}&restype=container&comp=list`;
    assert.deepEqual(
      [...(await (await fetch(list)).text()).matchAll(/<Name>([^<]+)/g)].map(([, name]) => name),
      ['elements.csv', 'elements.json', 'report.html', 'report.pdf', 'result.json'],
    );
    await removeOldJobs(kitOf(at, () => Date.now() + 89 * 86_400_000)).run(new AbortController().signal);
    assert.equal((await fetch(link)).status, 200);
    const files = await p.app.db.all(q.selectFrom('carbon_files').selectAll().where('job_id', '=', id));
    await removeOldJobs(kitOf(at, () => Date.now() + 91 * 86_400_000)).run(new AbortController().signal);
    assert.equal((await fetch(link)).status, 404);
    assert.equal((await p.call(engineer, `GET ${carbon}/carbontool-b/jobs/${id}`)).body.error.code, 'JobNotFound');
    for (const { blob_id } of files) assert.equal(await p.app.ports.blobs.find(p.app.db, blob_id), undefined);
    assert.equal(files.length, 5);
  });

  it('go with their twin, and everything else of the area', async () => {
    const gone = await houseIn(await platform());
    const id = await beginJob(gone, { configurationId: gone.configuration });
    const link: string = (await endedJob(gone, id))._links['carbontool-bProject'].href;
    assert.equal((await gone.p.call(gone.owner, `DELETE /twins/${gone.twinId}`)).status, 204);
    assert.equal((await fetch(link)).status, 404);
    const { db } = gone.p.app;
    await db.write(async (tx) => carbonCalculationArea(kitOf(gone), noTools).listeners?.twins?.purged(tx, gone.twinId));
    for (const table of ['carbon_jobs', 'carbon_configurations', 'carbon_epds', 'carbon_mappings'] as const) {
      assert.deepEqual(await db.all(q.selectFrom(table).selectAll().where('twin_id', '=', gone.twinId)), [], table);
    }
    const files = await db.all(q.selectFrom('carbon_files').selectAll().where('job_id', '=', id));
    const named = await db.all(q.selectFrom('carbon_mapping_epds').selectAll().where('mapping_id', '=', gone.mapping));
    assert.deepEqual([files, named], [[], []]);
  });

  it('use what belongs to the Account, and nothing of another twin', async () => {
    const at = await house();
    const { p, owner, engineer, accountId } = at;
    const shared = await newMapping({ ...at, engineer: owner, twinId: accountId }, entriesOf(at.accountEpd));
    await review({ p, engineer: owner }, shared);
    const label = { ...walls, name: 'All', mappingId: shared, groupName: '*' };
    const body = { displayName: 'x', twinId: at.twinId, modelId: at.model, labels: [label] };
    const job = await endedJob(at, await beginJob(at, { configurationId: await newConfiguration(at, body) }));
    assert.ok(Math.abs((await resultFile(job._links['carbontool-bProject'].href)).totals['A1-A3'] - 720) < 1e-3);
    const { id: otherTwin } = await p.twin(owner);
    const foreign = await newMapping({ ...at, engineer: owner, twinId: otherTwin });
    await review({ p, engineer: owner }, foreign);
    const wrong = await configurationOf(at, { label: { mappingId: foreign } });
    assert.equal(await failure(at, { configurationId: wrong }), `The mapping '${foreign}' is not available.`);
    const epd = await newEpd({ p, engineer: owner }, otherTwin, concreteRow);
    const draft = await newMapping(at, entriesOf(epd));
    const refused = await p.call(engineer, `POST ${carbon}/mappings/${draft}/review`, { body: { version: 1 } });
    assert.equal(refused.body.error.details[0].code, 'InvalidChange');
  });
});

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly projectName: string; readonly labels: readonly { readonly elements: readonly object[] }[] };
}

const received: Received[] = [];
let answer: { status: number; body: string } = { status: 200, body: '{}' };
const tool = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: JSON.parse(await text(request)) });
  response.writeHead(answer.status).end(answer.body);
});
tool.listen(0, '127.0.0.1');
await once(tool, 'listening');
after(() => tool.close());
const toolUrl = `http://127.0.0.1:${(tool.address() as AddressInfo).port}/takeoffs`;

eachPlatform(
  'carbon jobs of an external tool',
  (platform) => {
    let setting: Promise<House> | undefined;
    const house = () => {
      setting ??= platform().then(houseIn);
      return setting;
    };
    const begin = async (at: House, token: string) => {
      const body = { configurationId: at.configuration, projectName: 'Tower', 'carbontool-bBearerToken': token };
      return requireSuccess(await at.p.call(at.engineer, `POST ${carbon}/carbontool-b/jobs`, { body })).job
        .id as string;
    };
    const tokenOf = async ({ p }: { p: Platform }, id: string) => (await findJob(p.app.db, id))?.token;

    it('send it the quantities with the token, and forget that', async () => {
      const at = await house();
      received.length = 0;
      answer = { status: 201, body: '{"url":"https://tool.example.com/projects/7"}' };
      const id = await begin(at, 'secret-token');
      const job = await endedJob(at, id);
      assert.deepEqual(
        [job.status, job._links['carbontool-bProject'].href],
        ['Succeeded', 'https://tool.example.com/projects/7'],
      );
      const [{ headers, body } = { headers: undefined, body: undefined }] = received;
      assert.deepEqual([headers?.authorization, headers?.['idempotency-key']], ['Bearer secret-token', id]);
      assert.equal(body?.projectName, 'Tower');
      const [label] = body?.labels ?? [];
      assert.deepEqual(
        label?.elements.map((one) => Object.keys(one)),
        [
          ['name', 'quantity', 'unit', 'materials'],
          ['name', 'quantity', 'unit', 'materials'],
        ],
      );
      assert.equal(await tokenOf(at, id), null);
    });

    it('fail with its refusals', async () => {
      const at = await house();
      for (const [status, text, message] of [
        [401, '', 'The tool refused the token.'],
        [403, '', 'The tool refused the token.'],
        [422, 'too\nmany', 'The tool answered 422: too many'],
        [200, '{}', 'The tool did not answer with the address of a project.'],
        [200, '{"url":"javascript:alert(1)"}', 'The tool did not answer with the address of a project.'],
      ] as const) {
        answer = { status, body: text };
        const id = await begin(at, 'secret');
        const job = await endedJob(at, id);
        assert.deepEqual([job.status, job.message], ['Failed', message]);
        assert.equal(await tokenOf(at, id), null);
      }
      const before = received.length;
      assert.equal((await endedJob(at, await begin(at, 'no token :('))).message, 'Invalid token.');
      assert.equal(received.length, before, 'nothing is asked with a token that is none');
    });

    it('are tried again where it is away', async () => {
      const at = await house();
      answer = { status: 503, body: '' };
      const before = received.length;
      const id = await begin(at, 'secret');
      await eventually(async () => assert.equal(received.length, before + 1));
      await eventually(async () => {
        const { jobs } = (
          await at.p.call(at.engineer, `GET /jobs?kind=carbon.calculate&twinId=${at.twinId}&state=Queued`)
        ).body;
        assert.match(JSON.stringify(jobs[0]), /"attempt":1/);
      });
      assert.notEqual(await tokenOf(at, id), 'secret', 'it is sealed while it is needed');
      answer = { status: 200, body: '{"url":"https://tool.example.com/p"}' };
      assert.equal((await endedJob(at, id)).status, 'Succeeded');
    });
  },
  { environment: { CARBON_TOOL_B_URL: toolUrl, CARBON_ALLOWED_NETWORKS: '127.0.0.0/8' } },
);
