import assert from 'node:assert/strict';
import { afterJob, jobOf, made, send } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const create = 'POST /library/upload';
const plain = { 'Content-Type': 'text/xml' };
const catalog =
  ',Width##LENGTH##MILLIMETERS,Fire##YESNO##,Model##OTHER##\r\n"D-1, left",900,1,"A ""x"""\r\nD-2,1000,0\r\n';

export const uploadScenarios: readonly Scenario[] = [
  {
    name: 'a component of a file and its type catalog',
    call: create,
    as: 'uploader',
    body: {
      fileName: 'Door leaf.RFA',
      componentName: 'Wooden Door',
      description: 'Of oak',
      searchTags: ['oak'],
      catalogs: ['{catalog}'],
      category: '{category}',
      isTypeCatalog: true,
    },
    headers: { 'Idempotency-Key': 'once' },
    status: 202,
    async proves({ body, headers }, fixture) {
      const { p, reader, catalog: place, category } = fixture;
      const { sessionId, _links, ...rest } = body.uploadComponent;
      assert.deepEqual(rest, {
        fileName: 'Door leaf.RFA',
        componentName: 'Wooden Door',
        description: 'Of oak',
        searchTags: ['oak'],
        isTypeCatalog: true,
      });
      const links = ['catalogs', 'category', 'designFileUploadUrl', 'typeCatalogUploadUrl'];
      assert.deepEqual(Object.keys(_links).sort(), links);
      const address = headers.get('location') ?? '';
      assert.match(address, new RegExp(`/library/jobs/\\d+_${sessionId}$`));
      const waiting = await jobOf(fixture, address);
      const { id, ...queued } = waiting;
      assert.deepEqual(queued, {
        displayName: 'Door leaf.RFA',
        jobSize: 0,
        progress: 0,
        status: 'Queued',
        error: null,
        type: 'Upload',
        _links: {},
      });
      assert.equal((await send(p, _links.typeCatalogUploadUrl.href, catalog)).status, 201);
      assert.equal((await send(p, _links.designFileUploadUrl.href, 'design')).status, 201);
      const job = await afterJob(fixture, address);
      assert.deepEqual([job.id, job.status, job.progress, job.jobSize], [id, 'Success', 100, 6]);
      assert.equal((await send(p, _links.designFileUploadUrl.href, 'again')).status, 404);
      const made1 = await made(p, reader, `GET ${job._links.component.href}`);
      const { component } = made1;
      assert.deepEqual(
        [component.displayName, component.state, component.hashtags, component.supportedFileTypes],
        ['Wooden Door', 'Draft', ['oak'], ['RFA']],
      );
      assert.ok(component._links.category.href.endsWith(category));
      assert.ok(component._links.catalogs[0].href.endsWith(place));
      const { documents } = await made(p, reader, `GET ${job._links.component.href}/documents`);
      assert.deepEqual(
        documents.map((one: { purpose: string; displayName: string; extension: string }) => [
          one.purpose,
          one.displayName,
          one.extension,
        ]),
        [
          ['Design', 'Door leaf', 'RFA'],
          ['TypeCatalog', 'Door leaf', 'txt'],
        ],
      );
      const { variations } = await made(p, reader, `GET ${job._links.component.href}/variations`);
      assert.deepEqual(
        variations.map((one: { displayName: string; adHocProperties: unknown }) => [
          one.displayName,
          one.adHocProperties,
        ]),
        [
          [
            'D-1, left',
            [
              { displayName: 'Width', type: 'DoubleType', value: '900', unitOfMeasure: 'MILLIMETERS' },
              { displayName: 'Fire', type: 'BooleanType', value: '1', unitOfMeasure: '' },
              { displayName: 'Model', type: 'StringType', value: 'A "x"', unitOfMeasure: '' },
            ],
          ],
          [
            'D-2',
            [
              { displayName: 'Width', type: 'DoubleType', value: '1000', unitOfMeasure: 'MILLIMETERS' },
              { displayName: 'Fire', type: 'BooleanType', value: '0', unitOfMeasure: '' },
              { displayName: 'Model', type: 'StringType', value: '', unitOfMeasure: '' },
            ],
          ],
        ],
      );
    },
  },
  {
    name: 'a component of a file alone',
    call: create,
    as: 'uploader',
    body: { fileName: 'lamp.v2.dgn', isTypeCatalog: false },
    status: 202,
    async proves({ body, headers }, fixture) {
      const { p, reader } = fixture;
      assert.equal(body.uploadComponent._links.typeCatalogUploadUrl, undefined);
      await send(p, body.uploadComponent._links.designFileUploadUrl.href, '');
      const job = await afterJob(fixture, headers.get('location') ?? '');
      const { component } = await made(p, reader, `GET ${job._links.component.href}`);
      assert.deepEqual([component.displayName, component.supportedFileTypes], ['lamp.v2', ['DGN']]);
    },
  },
  {
    name: 'a type catalog that never came',
    call: create,
    as: 'uploader',
    body: { fileName: 'a.rfa', isTypeCatalog: true },
    status: 202,
    async proves({ body, headers }, fixture) {
      await send(fixture.p, body.uploadComponent._links.designFileUploadUrl.href, 'x');
      const job = await afterJob(fixture, headers.get('location') ?? '');
      assert.deepEqual([job.status, job.error, job._links], ['Error', 'The type catalog file was not uploaded.', {}]);
    },
  },
  {
    name: 'a type catalog that is none',
    call: create,
    as: 'uploader',
    body: { fileName: 'a.rfa', isTypeCatalog: true },
    status: 202,
    async proves({ body, headers }, fixture) {
      const { p, reader } = fixture;
      await send(p, body.uploadComponent._links.typeCatalogUploadUrl.href, ',A##LENGTH##M\n"open,1\n');
      await send(p, body.uploadComponent._links.designFileUploadUrl.href, 'x');
      const job = await afterJob(fixture, headers.get('location') ?? '');
      assert.equal(job.status, 'Error');
      assert.match(job.error, /^Line 2 of the type catalog cannot be read/);
      const { components } = await made(p, reader, 'GET /library/components');
      assert.equal(components.length, 2, 'nothing was made');
    },
  },
  {
    name: 'a file that is no component',
    call: create,
    as: 'uploader',
    body: { fileName: 'sample.txt', searchTags: ['a^'], category: '{unknown}' },
    status: 422,
    code: 'InvalidUploadComponentRequest',
    proves: ({ body }) => {
      assert.equal(body.error.message, 'Cannot upload component.');
      assert.deepEqual(
        body.error.details.map(({ message, target }: { message: string; target?: string }) => [target, message]),
        [
          ['fileName', "'sample.txt' is not supported format. File extension must be 'rfa', 'dgn' or 'cel'."],
          ['searchTags', 'Hashtag must not include these special characters. >, <, ^, $, ?, ||.'],
          [undefined, 'Provided Referenced entities not valid.'],
        ],
      );
    },
  },
  { name: 'a file without a name', call: create, as: 'uploader', body: {}, status: 422, targets: ['fileName'] },
  { name: 'a file of a path', call: create, as: 'uploader', body: { fileName: '../a.rfa' }, status: 422 },
  { name: 'an upload by who may only write', call: create, as: 'editor', body: { fileName: 'a.rfa' }, status: 403 },
  { name: 'an upload of another type', call: create, as: 'uploader', body: 'x', headers: plain, status: 415 },
  { name: 'an upload of nobody', call: create, body: {}, status: 401 },
  { name: 'an unknown job', call: 'GET /library/jobs/{unknown}', as: 'reader', status: 404, code: 'JobNotFound' },
  {
    name: 'a job, for who may not read',
    call: create,
    as: 'uploader',
    body: { fileName: 'a.cel' },
    status: 202,
    async proves({ headers }, fixture) {
      const { p, uploader, stranger } = fixture;
      const address = headers.get('location') ?? '';
      for (const who of [uploader, stranger]) assert.equal((await p.call(who, `GET ${address}`)).status, 404);
      assert.equal((await p.call(undefined, `GET ${address}`)).status, 401);
      assert.equal((await p.call(fixture.reader, `GET ${address}`)).status, 200);
    },
  },
  {
    name: 'a job that is cancelled, whose address ends',
    call: create,
    as: 'uploader',
    body: { fileName: 'a.rfa' },
    status: 202,
    async proves({ body, headers }, fixture) {
      const { p, admin } = fixture;
      const { jobs } = await made(p, admin, `GET /jobs?twinId=${fixture.accountId}&kind=library.upload`);
      await made(p, admin, `POST /jobs/${jobs[0].id}/cancel`);
      const job = await afterJob(fixture, headers.get('location') ?? '');
      assert.deepEqual([job.status, job.error], ['Canceled', null]);
      assert.equal((await send(p, body.uploadComponent._links.designFileUploadUrl.href, 'x')).status, 404);
    },
  },
];
