import assert from 'node:assert/strict';
import { made } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const path = '/library/components/analytics/download';
const period = 'startDate=2026-01-01T00:00:00.000Z&endDate=2126-01-01T00:00:00.000Z';
const download = `GET ${path}?${period}`;
const heading = 'DateTime,Action,ComponentId,ComponentName,DocumentName,UserEmail,ProjectId\r\n';

export const analyticsScenarios: readonly Scenario[] = [
  {
    name: 'who did what',
    call: 'PUT /library/components/{draft}',
    as: 'writer',
    body: { displayName: '=cmd, "sill"', state: 'Draft' },
    status: 200,
    async proves(_answer, { p, writer, member, reader, stranger, admin, component, draft, design, project, brand }) {
      const below = `GET /library/components/${component}`;
      const read = await p.call(reader, below);
      await p.call(reader, below, { headers: { 'If-None-Match': read.headers.get('etag') ?? '' } });
      await p.call(reader, below.replace('GET', 'HEAD'));
      await made(p, member, `${below}?projectId=${project}`);
      await made(p, reader, `${below}/documents/${design}`);
      await made(p, stranger, `GET /library/brands/${brand}/components/${component}/documents`);
      await p.call(writer, `DELETE /library/components/${draft}`);
      const answer = await p.call(writer, download, { headers: { Accept: 'text/csv' } });
      assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
      const name = 'ComponentsAnalytics_2026-01-01T000000.000Z_2126-01-01T000000.000Z.csv';
      assert.equal(answer.headers.get('content-disposition'), `attachment; filename="${name}"`);
      assert.ok(answer.body.startsWith(heading));
      const lines = answer.body
        .slice(heading.length)
        .trimEnd()
        .split('\r\n')
        .map((line: string) => line.slice(25));
      const odd = `${draft},"'=cmd, ""sill"""`;
      const due = [
        `Create,${component},Door,,${admin.email},`,
        `Create,${draft},Window sill,,${admin.email},`,
        `Delete,${odd},,${writer.email},`,
        `Download,${component},Door,,,`,
        `Download,${component},Door,Door.rfa,${reader.email},`,
        `Update,${odd},,${writer.email},`,
        `View,${component},Door,,${member.email},${project}`,
        `View,${component},Door,,${reader.email},`,
      ];
      assert.deepEqual(lines.sort(), due.sort());
    },
  },
  {
    name: 'nothing, with its heading',
    call: `GET ${path}?startDate=2020-01-01T00:00:00.000Z&endDate=2020-01-02T00:00:00.000Z`,
    as: 'writer',
    status: 200,
    headers: { Accept: 'application/vnd.vendor.twin-platform.v1+json' },
    proves: ({ body }) => assert.equal(body, heading),
  },
  { name: 'nothing, of somebody without a library', call: download, as: 'freelancer', status: 200 },
  {
    name: 'a period that is none',
    call: `GET ${path}?startDate=2026-01-01`,
    as: 'writer',
    status: 422,
    code: 'InvalidDownloadAnalyticsRequest',
    proves: ({ body }) =>
      assert.deepEqual(body.error.details, [
        {
          code: 'InvalidValue',
          message: "Parameter 'startDate' format is incorrect, valid format is yyyy-MM-dd'T'HH:mm:ss.fff'Z'.",
          target: 'startDate',
        },
        { code: 'MissingRequiredParameter', message: 'Required parameter is missing.', target: 'endDate' },
      ]),
  },
  {
    name: 'a period that ends when it begins',
    call: `GET ${path}?startDate=2026-01-01T00:00:00.000Z&endDate=2026-01-01T00:00:00.000Z`,
    as: 'writer',
    status: 422,
    targets: ['endDate'],
  },
  { name: 'analytics for a reader', call: download, as: 'reader', status: 403, code: 'InsufficientPermissions' },
  { name: 'analytics for no one', call: download, status: 401 },
];
