import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { requireSuccess } from '../../../../test/support/platform.ts';
import { findConfiguration } from '../store/configurations.ts';
import { q } from '../tables.ts';
import { carbon, extractionLabel, reportLabel, unknown, walls } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const at = (letter: string) => `${carbon}/carbontool-${letter}/configurations`;
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

const extraction = { displayName: ' House ', twinId: '{twinId}', modelId: unknown, labels: [extractionLabel] };
const report = { displayName: 'House', reportId: '{report}', labels: [reportLabel] };

const refused = (
  name: string,
  body: unknown,
  targets: readonly (string | null)[],
  more: Partial<Scenario> = {},
): Scenario => ({
  name,
  call: `POST ${at('b')}`,
  as: 'engineer',
  body,
  status: 422,
  code: 'InvalidCarbonCalculationRequest',
  targets,
  ...more,
});

const creating: readonly Scenario[] = (['a', 'b'] as const).flatMap((letter): Scenario[] => [
  {
    name: `a configuration of a model for tool ${letter}`,
    call: `POST ${at(letter)}`,
    as: 'engineer',
    body: { ...extraction, description: null, reportId: null, id: unknown },
    status: 201,
    async proves({ body: { configuration } }, { p, engineer, twinId }) {
      const { id, createdOn, modifiedOn, ...rest } = configuration;
      assert.match(createdOn, isTime);
      assert.equal(createdOn, modifiedOn);
      assert.notEqual(id, unknown);
      assert.deepEqual(rest, {
        displayName: 'House',
        createdBy: engineer.email,
        modifiedBy: engineer.email,
        labels: [extractionLabel],
        _links: {
          twin: { href: `${p.baseUrl}/twins/${twinId}` },
          model: { href: `${p.baseUrl}/models/${unknown}` },
        },
      });
      assert.deepEqual((await p.call(engineer, `GET ${at(letter)}/${id}`)).body, { configuration });
    },
  },
  {
    name: `a configuration of a report for tool ${letter}, whose file says the twin`,
    call: `POST ${at(letter)}/`,
    as: 'engineer',
    body: report,
    status: 201,
    async proves({ body: { configuration } }, { p, engineer, twinId, report: id }) {
      assert.deepEqual(configuration._links, { report: { href: `${p.baseUrl}/insights/reporting/reports/${id}` } });
      assert.deepEqual(configuration.labels, [reportLabel]);
      const list = await p.call(engineer, `GET ${at(letter)}?twinId=${twinId}`);
      assert.equal(list.body.configurations[0].id, configuration.id);
    },
  },
]);

const refusals: readonly Scenario[] = [
  refused('nothing', {}, ['displayName', 'labels', 'reportId']),
  refused('no labels', { ...extraction, labels: [] }, ['labels']),
  refused('labels left out', { ...extraction, labels: undefined }, ['labels'], {
    proves({ body: { error } }) {
      assert.equal(error.message, 'Cannot create configuration.');
      assert.deepEqual(error.details, [
        { code: 'MissingRequiredProperty', message: 'Required property is missing.', target: 'labels' },
      ]);
    },
  }),
  refused('no materials', { ...extraction, labels: [{ ...extractionLabel, materials: [] }] }, ['labels[0].materials']),
  refused(
    'what is missing in labels',
    { ...extraction, labels: [extractionLabel, { name: 'x', materials: [{ nameColumn: 'M' }, { nameColumn: '' }] }] },
    [
      'labels[1].elementNameColumn',
      'labels[1].elementQuantityColumn',
      'labels[1].materials[1].nameColumn',
      'labels[1].mappingId',
      'labels[1].groupName',
    ],
  ),
  refused('a report and a model', { ...extraction, reportId: unknown }, ['reportId'], {
    proves: ({ body: { error } }) => assert.equal(error.details[0].code, 'InvalidProperty'),
  }),
  refused('a model without twin', { ...extraction, twinId: null }, ['twinId']),
  refused('a label of a report', { ...extraction, labels: [reportLabel] }, ['labels[0].reportTable'], {
    proves: ({ body: { error } }) => assert.equal(error.details[0].code, 'InvalidProperty'),
  }),
  refused('a label of a model', { ...report, labels: [reportLabel, extractionLabel] }, ['labels[1].mappingId']),
  refused('a label of neither', { ...report, labels: [walls] }, ['labels[0].reportTable']),
  refused('an unknown report', { ...report, reportId: unknown }, ['reportId'], {
    proves: ({ body: { error } }) => assert.equal(error.details[0].code, 'InvalidValue'),
  }),
  refused("somebody else's report", report, ['reportId'], { as: 'stranger' }),
  refused('what is too long or no id', { ...extraction, displayName: 'x'.repeat(256), modelId: 'y' }, [
    'displayName',
    'modelId',
  ]),
  ...(['a', 'b'] as const).flatMap((letter): Scenario[] => [
    refused(`no JSON for tool ${letter}`, '{', [null], { call: `POST ${at(letter)}` }),
    {
      name: `another type for tool ${letter}`,
      call: `POST ${at(letter)}`,
      as: 'engineer',
      body: 'x',
      headers: { 'Content-Type': 'text/xml' },
      status: 415,
      code: 'UnsupportedMediaType',
    },
  ]),
];

const reading: readonly Scenario[] = [
  {
    name: 'a configuration',
    call: `GET ${at('b')}/{configuration}`,
    as: 'engineer',
    status: 200,
    proves({ body, headers }) {
      assert.equal(body.configuration.description, 'Light\nconcrete');
      assert.match(headers.get('etag') ?? '', /^W\/"1/);
    },
  },
  { name: 'a configuration of tool a', call: `GET ${at('a')}/{configurationA}`, as: 'engineer', status: 200 },
  {
    name: 'the configurations of a twin for tool a, without labels',
    call: `GET ${at('a')}?twinId={twinId}`,
    as: 'engineer',
    status: 200,
    proves({ body }, { p, twinId, configurationA }) {
      assert.deepEqual(
        body.configurations.map((one: { id: string }) => one.id),
        [configurationA],
      );
      assert.equal('labels' in body.configurations[0], false);
      assert.deepEqual(body._links, { self: { href: `${p.baseUrl}${at('a')}?twinId=${twinId}` } });
    },
  },
  {
    name: 'pages of configurations',
    call: `GET ${at('b')}?twinId={twinId}&$top=1`,
    as: 'engineer',
    status: 200,
    async proves({ body }, { p, engineer, owner, twinId, configuration, ofReport }) {
      const ids = (page: { configurations: { id: string }[] }) => page.configurations.map((one) => one.id);
      assert.deepEqual(ids(body), [ofReport]);
      assert.match(body._links.next.href, /\?twinId=[^&]+&\$top=1&\$continuationToken=[\w.-]+$/);
      const second = requireSuccess(await p.call(engineer, `GET ${body._links.next.href}`));
      assert.deepEqual(ids(second), [configuration]);
      assert.deepEqual(Object.keys(second._links), ['self']);
      const foreign = await p.call(owner, `GET ${body._links.next.href}`);
      assert.equal(foreign.status, 422);
      assert.deepEqual(foreign.body.error.details[0].target, '$continuationToken');
      assert.equal((await p.call(engineer, `GET ${at('a')}?twinId=${twinId}`)).body.configurations.length, 1);
    },
  },
  ...(['a', 'b'] as const).map(
    (letter): Scenario => ({
      name: `configurations for tool ${letter} without a twin, of no number`,
      call: `GET ${at(letter)}?$top=0`,
      as: 'engineer',
      status: 422,
      code: 'InvalidCarbonCalculationRequest',
      targets: ['twinId', '$top'],
      proves({ body: { error } }) {
        assert.equal(error.message, 'Cannot get configurations.');
        assert.deepEqual(
          error.details.map(({ code }: { code: string }) => code),
          ['MissingRequiredParameter', 'InvalidParameter'],
        );
      },
    }),
  ),
  ...(['1001', 'x'] as const).map(
    (top): Scenario => ({
      name: `${top} configurations`,
      call: `GET ${at('b')}?twinId={twinId}&$top=${top}`,
      as: 'engineer',
      status: 422,
      targets: ['$top'],
    }),
  ),
];

const stale = { 'If-Match': 'W/"9"' };
const changing: readonly Scenario[] = (['a', 'b'] as const).flatMap((letter): Scenario[] => {
  const one = `${at(letter)}/${letter === 'a' ? '{configurationA}' : '{configuration}'}`;
  const body = { displayName: 'Other', labels: [{ ...extractionLabel, groupName: '*' }] };
  return [
    {
      name: `another content for a configuration of tool ${letter}`,
      call: `PUT ${one}`,
      as: 'owner',
      body: { ...body, modelId: 'ignored', id: 'ignored' },
      status: 200,
      async proves({ body: { configuration } }, { p, owner, engineer }) {
        const { displayName, description, createdBy, modifiedBy, labels, _links } = configuration;
        assert.deepEqual(
          [displayName, description, createdBy, modifiedBy],
          ['Other', undefined, engineer.email, owner.email],
        );
        assert.deepEqual([labels[0].groupName, _links.model.href], ['*', `${p.baseUrl}/models/${unknown}`]);
        const again = await p.call(owner, `PUT ${at(letter)}/${configuration.id}`, {
          body,
          headers: { 'If-Match': 'W/"1"' },
        });
        assert.equal(again.status, 412);
      },
    },
    {
      name: `labels of the other form, for tool ${letter}`,
      call: `PUT ${one}`,
      as: 'engineer',
      body: { ...body, labels: [reportLabel] },
      status: 422,
      code: 'InvalidCarbonCalculationRequest',
      targets: ['labels[0].reportTable'],
      proves: ({ body: { error } }) => assert.equal(error.message, 'Cannot update configuration.'),
    },
    {
      name: `a stale change for tool ${letter}`,
      call: `PUT ${one}`,
      as: 'engineer',
      body,
      headers: stale,
      status: 412,
    },
    {
      name: `a change of another type for tool ${letter}`,
      call: `PUT ${one}`,
      as: 'engineer',
      body: 'x',
      headers: { 'Content-Type': 'text/xml' },
      status: 415,
    },
    { name: `a stale removal for tool ${letter}`, call: `DELETE ${one}`, as: 'engineer', headers: stale, status: 412 },
    {
      name: `the removal of a configuration of tool ${letter}`,
      call: `DELETE ${one}`,
      as: 'engineer',
      status: 204,
      async proves(_answer, { p, engineer, configuration, configurationA }) {
        const gone = `${at(letter)}/${letter === 'a' ? configurationA : configuration}`;
        for (const method of ['GET', 'DELETE']) assert.equal((await p.call(engineer, `${method} ${gone}`)).status, 404);
      },
    },
  ];
});

const quotas: readonly Scenario[] = [
  {
    name: 'a report that is not there yet, in a twin that is named, and then too many configurations',
    call: `POST ${at('b')}`,
    as: 'engineer',
    body: { ...report, reportId: unknown, twinId: '{twinId}' },
    status: 201,
    async proves(_answer, { p, engineer, twinId, ofReport }) {
      const row = await findConfiguration(p.app.db, 'carbontool-b', ofReport);
      assert.ok(row);
      const rows = Array.from({ length: 997 }, () => ({ ...row, id: randomUUID() }));
      await p.app.db.write((tx) => tx.run(q.insertInto('carbon_configurations').values(rows)));
      const body = { displayName: 'x', reportId: unknown, twinId, labels: [reportLabel] };
      const refusal = await p.call(engineer, `POST ${at('b')}`, { body });
      assert.equal(refusal.status, 422);
      const [{ code, target }] = refusal.body.error.details;
      assert.deepEqual([code, target], ['ResourceQuotaExceeded', 'configurations']);
      assert.equal((await p.call(engineer, `POST ${at('a')}`, { body })).status, 201, 'tools count apart');
    },
  },
];

export const configurationScenarios: readonly Scenario[] = [
  ...creating,
  ...refusals,
  ...reading,
  ...changing,
  ...quotas,
];
