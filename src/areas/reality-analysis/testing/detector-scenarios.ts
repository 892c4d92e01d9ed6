import assert from 'node:assert/strict';
import { zipOf } from '../../../engines/reality-analysis/testing/networks.ts';
import { detectors1, detectors2, send } from './detectors.ts';
import type { DetectorScenario as Scenario } from './run-detector-scenarios.ts';

const both = [
  {
    at: detectors2,
    versions: 'versions',
    code: 'InvalidRealityAnalysisRequest',
    wrapped: <T>(body: T): unknown => body,
  },
  {
    at: detectors1,
    versions: 'version',
    code: 'InvalidRealityDataAnalysisRequest',
    wrapped: (detector: unknown): unknown => ({ detector }),
  },
] as const;

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const text = { 'Content-Type': 'text/xml' };

/** Each operation on a detector or version that there is, with a body where it takes one. */
const calls = ({ at, versions, wrapped }: (typeof both)[number]): readonly (readonly [string, unknown?])[] => [
  [`GET ${at}/{road}`],
  [`PATCH ${at}/{road}`, wrapped({ description: 'x' })],
  [`DELETE ${at}/{road}`],
  ...(at === detectors2
    ? ([
        [`POST ${at}/{road}/versions`, { versionNumber: '3.0', capabilities: { labels: ['a'] } }],
        [`POST ${at}/{road}/version/1.1/complete`],
        [`POST ${at}/{road}/versions/1.1/describe`],
      ] as const)
    : []),
  [`POST ${at}/{road}/${versions}/1.1/complete`],
  [`POST ${at}/{road}/${versions}/1.0/publish`],
  [`POST ${at}/{road}/${versions}/1.0/unpublish`],
  [`DELETE ${at}/{road}/${versions}/1.0`],
];

export const accessScenarios: readonly Scenario[] = both.flatMap((api): Scenario[] => {
  const { at, wrapped } = api;
  const shared = (call: string) => call.replace('{road}', '{shared}').replace('1.1', '1.0');
  const creation = { name: '@vendor/cracks', type: 'PhotoObjectDetector', version: '1.0', labels: ['a'] };
  return [
    ...[...calls(api), [`GET ${at}`] as const, [`POST ${at}`, wrapped(creation)] as const].map(
      ([call, body]): Scenario => ({
        name: `${call} without a token`,
        call,
        status: 401,
        code: 'HeaderNotFound',
        ...(body === undefined ? {} : { body }),
      }),
    ),
    ...calls(api).map(
      ([call, body]): Scenario => ({
        name: `${call} by a stranger`,
        call,
        as: 'stranger',
        status: 404,
        code: 'DetectorNotFound',
        ...(body === undefined ? {} : { body }),
      }),
    ),
    ...calls(api)
      .slice(1)
      .flatMap(([call, body]): Scenario[] => [
        {
          name: `${call} by a colleague`,
          call,
          as: 'colleague',
          status: 403,
          code: 'InsufficientPermissions',
          ...(body === undefined ? {} : { body }),
        },
        {
          name: `${shared(call)} by a stranger`,
          call: shared(call),
          as: 'stranger',
          status: 403,
          code: 'InsufficientPermissions',
          ...(body === undefined ? {} : { body }),
        },
      ]),
    ...(['maker', 'loner'] as const).map(
      (as): Scenario => ({
        name: `a vendor's name by the ${as}`,
        call: `POST ${at}`,
        as,
        body: wrapped(creation),
        status: 403,
        code: 'InsufficientPermissions',
      }),
    ),
    ...[`POST ${at}`, `PATCH ${at}/{road}`].map(
      (call): Scenario => ({
        name: `${call} of another type`,
        call,
        as: 'maker',
        body: 'x',
        headers: text,
        status: 415,
        code: 'UnsupportedMediaType',
      }),
    ),
  ];
});

const listScenarios: readonly Scenario[] = both.flatMap(({ at, code }): Scenario[] => {
  const list = (name: string, filter: string, wanted: readonly ('road' | 'shared' | 'sent')[]): Scenario => ({
    name: `detectors ${name}`,
    call: `GET ${at}${filter && `?$filter=${filter}`}`,
    as: 'colleague',
    status: 200,
    proves({ body }, fixture) {
      const own: string[] = [fixture.road, fixture.shared, fixture.sent];
      const names = body.detectors.map((one: { name: string }) => one.name);
      assert.deepEqual(
        names.filter((name: string) => own.includes(name)),
        wanted.map((one) => fixture[one]).sort(),
      );
    },
  });
  return [
    list('of the organization', '', ['road', 'sent', 'shared']),
    list('by labels', "labels in ('pothole', 'crack')", ['road', 'shared']),
    list('by other labels', "labels in ('crack')", []),
    list('by exports', "exports in ('Objects') and labels in ('POTHOLE')", ['road', 'shared']),
    list('without exports', "not (exports in ('Objects', 'Lines'))", ['sent']),
    list('by one or the other', "(labels in ('x') or exports in ('Objects'))", ['road', 'shared']),
    {
      name: 'the newest version of detectors',
      call: `GET ${at}`,
      as: 'stranger',
      status: 200,
      proves({ body }, { shared }) {
        const found = body.detectors.find((one: { name: string }) => one.name === shared);
        const latest = at === detectors2 ? { latestVersionNumber: '1.0' } : {};
        assert.deepEqual(found, { name: shared, type: 'PhotoObjectDetector', latestVersion: '1.0', ...latest });
      },
    },
    ...["labels eq 'x'", "colour in ('x')", 'labels', 'labels in (1)', "contains(labels, 'x')"].map(
      (filter): Scenario => ({
        name: `a filter: ${filter}`,
        call: `GET ${at}?$filter=${filter}`,
        as: 'maker',
        status: 400,
        code,
        targets: ['$filter'],
        proves({ body: { error } }) {
          assert.equal(error.message, 'Cannot retrieve detectors.');
          assert.equal(error.details[0].message, '$filter contains an invalid or unsupported statement.');
        },
      }),
    ),
  ];
});

const creating: readonly Scenario[] = both.flatMap(({ at, code, wrapped }): Scenario[] => {
  const rest = at === detectors1 ? { version: '1.0', labels: ['a'] } : {};
  const faulty = (name: string, body: object, targets: readonly string[], first?: string): Scenario => ({
    name: `a detector ${name}`,
    call: `POST ${at}`,
    as: 'maker',
    status: 400,
    code,
    targets,
    body: wrapped({ name: 'cracks', type: 'PhotoObjectDetector', ...rest, ...body }),
    proves({ body: { error } }) {
      assert.equal(error.message, 'Cannot create detector.');
      if (first) assert.equal(error.details[0].message, first);
    },
  });
  return [
    faulty('of no type', { type: 'X' }, ['detector.type'], 'Invalid detector type.'),
    faulty('with a short name', { name: 'a' }, ['detector.name']),
    faulty('with spaces', { name: 'a b c' }, ['detector.name']),
    faulty('without name and type', { name: null, type: '' }, ['detector.name', 'detector.type']),
    faulty('with a name for people that has signs', { displayName: 'a<b' }, ['detector.displayName']),
    faulty('with a script as address', { documentationUrl: 'javascript:alert(1)' }, ['detector.documentationUrl']),
  ];
});

const creating2: readonly Scenario[] = [
  {
    name: 'a detector',
    call: `POST ${detectors2}`,
    as: 'colleague',
    body: { name: 'Cracks_1', type: 'OrthophotoSegmentationDetector', displayName: 'Cracks', description: null },
    status: 201,
    async proves({ body }, { p, maker }) {
      const type = 'OrthophotoSegmentationDetector';
      assert.deepEqual(body, { detector: { name: 'Cracks_1', type, displayName: 'Cracks', versions: [] } });
      const again = await p.call(maker, `GET ${detectors2}/cracks_1`);
      assert.deepEqual(again.body, body, 'names have no case');
    },
  },
  {
    name: 'a detector of a vendor, whose name is one segment',
    call: `POST ${detectors2}`,
    as: 'owner',
    body: { name: '@vendor/cracks', type: 'PhotoObjectDetector' },
    status: 201,
    async proves(_, { p, maker }) {
      const { status, body } = await p.call(maker, `GET ${detectors2}/%40vendor%2Fcracks`);
      assert.deepEqual([status, body.detector?.name], [200, '@vendor/cracks']);
    },
  },
  {
    name: 'a detector of a person without organization',
    call: `POST ${detectors2}`,
    as: 'loner',
    body: { name: 'cracks', type: 'PhotoObjectDetector' },
    status: 201,
    proves: async (_, { p, maker }) => assert.equal((await p.call(maker, `GET ${detectors2}/cracks`)).status, 404),
  },
  {
    name: 'a detector that there is',
    call: `POST ${detectors2}`,
    as: 'colleague',
    status: 409,
    body: { name: 'Road-Defects', type: 'PhotoObjectDetector' },
    code: 'DetectorExists',
    proves: ({ body: { error } }) => assert.equal(error.target, 'name'),
  },
];

const creating1: readonly Scenario[] = [
  {
    name: 'a detector with its first version',
    call: `POST ${detectors1}`,
    as: 'colleague',
    body: { detector: { name: 'cracks', type: 'PhotoObjectDetector', version: '1.0', labels: ['crack'] } },
    status: 201,
    proves({ body: { detector, _links } }, { p, colleague }) {
      const [{ creationDate, ...version }] = detector.versions;
      assert.match(creationDate, isTime);
      const capabilities = { labels: ['crack'], exports: [] };
      assert.deepEqual(version, { status: 'AwaitingData', creatorId: colleague.userId, capabilities, version: '1.0' });
      assert.equal(_links.completeUrl.href, `${p.baseUrl}${detectors1}/cracks/version/1.0/complete`);
      assert.match(_links.uploadUrl.href, /\/blobs\/reality-analysis\/detectors\/[^?]+\?.*sp=rw/);
    },
  },
  {
    name: 'a further version, which version 2 shows, too',
    call: `POST ${detectors1}`,
    as: 'maker',
    body: {
      detector: { name: '{road}', type: 'PhotoObjectDetector', version: '10.2', labels: ['a'], displayName: 'x' },
    },
    status: 201,
    async proves({ body }, { p, maker, road }) {
      assert.equal(body.detector.displayName, undefined);
      const { detector } = (await p.call(maker, `GET ${detectors2}/${road}`)).body;
      const numbers = detector.versions.map((one: { versionNumber: string }) => one.versionNumber);
      assert.deepEqual(numbers, ['10.2', '1.1', '1.0']);
    },
  },
  {
    name: 'a version that there is',
    call: `POST ${detectors1}`,
    as: 'maker',
    status: 409,
    body: { detector: { name: '{road}', type: 'PhotoObjectDetector', version: '1.1', labels: ['a'] } },
    code: 'DetectorVersionExists',
  },
  {
    name: 'a version of another type',
    call: `POST ${detectors1}`,
    as: 'maker',
    status: 400,
    body: { detector: { name: '{road}', type: 'OrthophotoSegmentationDetector', version: '9.0', labels: ['a'] } },
    code: 'InvalidRealityDataAnalysisRequest',
    targets: ['detector.type'],
  },
  {
    name: 'a version of a detector of a colleague',
    call: `POST ${detectors1}`,
    as: 'colleague',
    status: 403,
    body: { detector: { name: '{road}', type: 'PhotoObjectDetector', version: '9.0', labels: ['a'] } },
    code: 'InsufficientPermissions',
  },
  {
    name: 'a version without labels',
    call: `POST ${detectors1}`,
    as: 'maker',
    status: 400,
    body: { detector: { name: 'cracks', type: 'PhotoObjectDetector', version: '1', labels: [] } },
    targets: ['detector.version', 'detector.labels'],
    proves({ body: { error } }) {
      const message = 'Version must contain a major and minor version in x.x format.';
      assert.deepEqual(error.details[0], { code: 'InvalidProperty', message, target: 'detector.version' });
    },
  },
];

const changing: readonly Scenario[] = both.flatMap(({ at, code, wrapped }): Scenario[] => [
  {
    name: `a detector of ${at}`,
    call: `GET ${at}/{road}`,
    as: 'colleague',
    status: 200,
    async proves({ body: { detector } }) {
      const [waiting, ready] = detector.versions;
      assert.deepEqual([waiting.status, ready.status, waiting.downloadUrl], ['AwaitingData', 'Ready', undefined]);
      const download = await fetch(ready.downloadUrl);
      assert.equal((await download.arrayBuffer()).byteLength > 100, true);
    },
  },
  {
    name: 'a detector of others',
    call: `GET ${at}/{shared}`,
    as: 'loner',
    status: 200,
    proves: ({ body: { detector } }) => assert.equal(detector.versions.length, 1),
  },
  {
    name: 'other texts',
    call: `PATCH ${at}/{road}`,
    as: 'owner',
    status: 200,
    body: wrapped({
      displayName: 'Road',
      description: 'a\nb',
      documentationUrl: 'https://example.com/road',
      type: 'X',
    }),
    async proves({ body: { detector } }, { p, maker, road }) {
      assert.deepEqual(
        [detector.displayName, detector.description, detector.type],
        ['Road', 'a\nb', 'PhotoObjectDetector'],
      );
      assert.ok(detector.versions.every((one: object) => !('downloadUrl' in one)));
      const body = wrapped({ displayName: null });
      const cleared = (await p.call(maker, `PATCH ${at}/${road}`, { body: body as object })).body.detector;
      assert.deepEqual([cleared.displayName, cleared.description], [undefined, 'a\nb']);
    },
  },
  {
    name: 'wrong texts',
    call: `PATCH ${at}/{road}`,
    as: 'maker',
    status: 400,
    code,
    body: wrapped({ displayName: 'a|b', description: 'x'.repeat(1025), documentationUrl: 'ftp://example.com' }),
    targets: ['Detector.DisplayName', 'Detector.Description', 'Detector.DocumentationUrl'],
    proves({ body: { error } }) {
      assert.equal(error.message, 'Invalid request to Reality Analysis.');
      assert.equal(error.details[0].message, 'Special characters are not allowed.');
      assert.match(error.details[2].message, /begin with http/);
    },
  },
  {
    name: 'the removal of a detector',
    call: `DELETE ${at}/{road}`,
    as: 'maker',
    status: 204,
    async proves(_, { p, maker, road }) {
      for (const method of ['GET', 'DELETE']) {
        assert.equal((await p.call(maker, `${method} ${at}/${road}`)).status, 404);
      }
    },
  },
  {
    name: 'the removal of a published detector',
    call: `DELETE ${at}/{shared}`,
    as: 'maker',
    status: 400,
    code,
    proves: ({ body: { error } }) => assert.equal(error.details[0].code, 'InvalidChange'),
  },
]);

const versions: readonly Scenario[] = both.flatMap(({ at, code, versions: segment }): Scenario[] => {
  const call = (name: string, number: string, verb: string) => `POST ${at}/{${name}}/${segment}/${number}/${verb}`;
  const refused = (name: string, what: string, as: 'maker' | 'owner', message: string, first: string): Scenario => ({
    name,
    call: what,
    as,
    status: 400,
    code,
    proves({ body: { error } }) {
      assert.equal(error.message, message);
      assert.ok(error.details[0].message.startsWith(first), error.details[0].message);
    },
  });
  return [
    {
      name: `a version is complete by ${at}`,
      call: call('sent', '2.0', 'complete'),
      as: 'maker',
      status: 204,
      async proves(_, { p, maker, sent, uploadUrl }) {
        const [version] = (await p.call(maker, `GET ${detectors2}/${sent}`)).body.detector.versions;
        assert.equal(version.status, 'Ready');
        const again = await p.call(maker, `POST ${at}/${sent}/${segment}/2.0/complete`);
        assert.deepEqual([again.status, again.body.error.details[0].code], [400, 'InvalidChange']);
        await assert.rejects(send(uploadUrl), 'its address has ended');
      },
    },
    refused(
      'a version whose data was not sent',
      call('road', '1.1', 'complete'),
      'maker',
      'Cannot complete detector version upload.',
      'Nothing was uploaded.',
    ),
    refused(
      'a version that is complete',
      call('road', '1.0', 'complete'),
      'maker',
      'Cannot complete detector version upload.',
      "Detector must be in 'AwaitingData' state",
    ),
    {
      name: 'an unknown version',
      call: call('road', '7.0', 'complete'),
      as: 'maker',
      status: 404,
      code: 'DetectorNotFound',
    },
    {
      name: `a version is published by ${at}`,
      call: call('road', '1.0', 'publish'),
      as: 'owner',
      status: 204,
      async proves(_, { p, owner, stranger, road }) {
        const seen = (await p.call(stranger, `GET ${at}/${road}`)).body.detector;
        assert.equal(seen.versions.length, 1, 'others see what is published');
        const gone = await p.call(owner, `DELETE ${at}/${road}/${segment}/1.0`);
        assert.deepEqual([gone.status, gone.body.error.details[0].code], [400, 'InvalidChange']);
        assert.equal((await p.call(owner, `POST ${at}/${road}/${segment}/1.0/unpublish`)).status, 204);
        assert.equal((await p.call(stranger, `GET ${at}/${road}`)).status, 404);
      },
    },
    refused(
      'publishing what is not Ready',
      call('road', '1.1', 'publish'),
      'owner',
      'Cannot publish detector version.',
      "Can only publish a detector version in a 'Ready'",
    ),
    {
      name: 'publishing again',
      call: call('shared', '1.0', 'publish'),
      as: 'owner',
      status: 409,
      code: 'DetectorVersionExists',
    },
    refused(
      'unpublishing what is not published',
      call('road', '1.0', 'unpublish'),
      'owner',
      'Cannot unpublish detector version.',
      'Detector version cannot be unpublished.',
    ),
    {
      name: `a version is unpublished by ${at}`,
      call: call('shared', '1.0', 'unpublish'),
      as: 'owner',
      status: 204,
    },
    {
      name: 'the removal of a version',
      call: `DELETE ${at}/{road}/${segment}/1.0`,
      as: 'maker',
      status: 204,
      async proves(_, { p, maker, road }) {
        const { detector } = (await p.call(maker, `GET ${detectors2}/${road}`)).body;
        assert.equal(detector.versions.length, 1);
      },
    },
    refused(
      'the removal of a published version',
      `DELETE ${at}/{shared}/${segment}/1.0`,
      'maker',
      'Cannot delete detector version.',
      'A published detector version cannot be deleted.',
    ),
  ];
});

const versions2: readonly Scenario[] = [
  {
    name: 'a version',
    call: `POST ${detectors2}/{road}/versions`,
    as: 'maker',
    status: 201,
    body: { versionNumber: '2.0', capabilities: { labels: ['signs', 'signs'] } },
    async proves({ body: { version, _links } }, { p, maker, road }) {
      const { creationDate, ...rest } = version;
      assert.match(creationDate, isTime);
      const capabilities = { labels: ['signs'], exports: [] };
      assert.deepEqual(rest, { status: 'AwaitingData', creatorId: maker.userId, capabilities, versionNumber: '2.0' });
      assert.equal(_links.completeUrl.href, `${p.baseUrl}${detectors2}/${road}/versions/2.0/complete`);
      await send(_links.uploadUrl.href, await zipOf({ 'a.onnx': 'x', 'b.onnx': 'y' }));
      const bad = await p.call(maker, `POST ${_links.completeUrl.href}`);
      const [fault] = bad.body.error.details;
      assert.deepEqual([bad.status, fault.code, fault.target], [400, 'InvalidValue', 'uploadUrl']);
      assert.match(fault.message, /more than one model file/);
      await send(_links.uploadUrl.href);
      const unknown = await p.call(maker, `POST ${_links.completeUrl.href}`);
      assert.match(unknown.body.error.details[0].message, /'signs'/, 'and can be tried again');
    },
  },
  {
    name: 'a version that there is',
    call: `POST ${detectors2}/{road}/versions`,
    as: 'maker',
    status: 409,
    body: { versionNumber: '1.0', capabilities: { labels: ['a'] } },
    code: 'DetectorVersionExists',
    proves: ({ body: { error } }) => assert.equal(error.target, 'versionNumber'),
  },
  {
    name: 'a version without major',
    call: `POST ${detectors2}/{road}/versions`,
    as: 'maker',
    status: 400,
    body: { versionNumber: '1', capabilities: { labels: [] } },
    code: 'InvalidRealityAnalysisRequest',
    targets: ['versionNumber', 'capabilities.labels'],
    proves: ({ body: { error } }) => assert.equal(error.message, 'Cannot create detector version.'),
  },
  {
    name: 'a version of another type',
    call: `POST ${detectors2}/{road}/versions`,
    as: 'maker',
    body: 'x',
    headers: text,
    status: 415,
    code: 'UnsupportedMediaType',
  },
  { name: 'by the published path', call: `POST ${detectors2}/{sent}/version/2.0/complete`, as: 'maker', status: 204 },
  {
    name: 'nothing sent, by the published path',
    call: `POST ${detectors2}/{road}/version/1.1/complete`,
    as: 'maker',
    status: 400,
    code: 'InvalidRealityAnalysisRequest',
    targets: ['uploadUrl'],
  },
];

export const detectorScenarios: readonly Scenario[] = [
  ...listScenarios,
  ...creating,
  ...creating2,
  ...creating1,
  ...changing,
];
export const versionScenarios: readonly Scenario[] = [...versions, ...versions2];
