import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { smallSheet } from '../../../engines/drawings/testing/sheets.ts';
import { fileIdOf } from '../file-id.ts';
import { headersFor, pnid, putInput } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const inputs = `${pnid}/inferences/{inference}/inputs`;
const call = `POST ${inputs}/`;
const code = 'InvalidPnIDInferenceInputRequest';

const refused = (
  name: string,
  body: string,
  headers: Record<string, string>,
  target: string | null,
  detail: string,
): Scenario => ({
  name,
  call,
  as: 'engineer',
  body,
  headers,
  status: 422,
  code,
  targets: [target],
  proves({ body: { error } }) {
    assert.equal(error.message, 'Cannot upload PnID Inference Input.');
    assert.equal(error.details[0].code, detail);
  },
});

const named = (disposition: string) => ({ 'Content-Type': 'application/pdf', 'Content-Disposition': disposition });
const badNames = [
  'attachment',
  'attachment; filename="../x.pdf"',
  'attachment; filename=".pdf"',
  'attachment; filename=""',
  `attachment; filename="${'x'.repeat(129)}.pdf"`,
  'attachment; filename="a:b.pdf"',
];

export const inputScenarios: readonly Scenario[] = [
  {
    name: 'a file',
    call,
    as: 'engineer',
    body: '%PDF-1.7',
    headers: headersFor('d1.pdf'),
    status: 200,
    async proves({ body }, { p, inference, viewer }) {
      const address = `${p.baseUrl}${pnid}/inferences/${inference}`;
      const _links = { inputs: { href: `${address}/inputs` }, inference: { href: address } };
      assert.deepEqual(body, { input: { id: 'ZDEucGRm', filename: 'd1.pdf', size: 8, _links } });
      const list = await p.call(viewer, `GET ${pnid}/inferences/${inference}/inputs`);
      assert.deepEqual(list.body.inputs[0], {
        id: 'ZDEucGRm',
        filename: 'd1.pdf',
        size: 8,
        _links: {
          input: { href: `${address}/inputs/ZDEucGRm` },
          content: { href: `${address}/inputs/ZDEucGRm/content` },
        },
      });
      assert.deepEqual(list.body._links, { self: { href: `${address}/inputs` }, inference: { href: address } });
    },
  },
  {
    name: 'a file in the place of another of its name',
    call: `POST ${inputs}`,
    as: 'engineer',
    body: smallSheet('HV-999'),
    headers: headersFor('plant.svg'),
    status: 200,
    async proves({ body }, { p, viewer, inference, input }) {
      assert.equal(body.input.id, input);
      const { body: list } = await p.call(viewer, `GET ${pnid}/inferences/${inference}/inputs`);
      assert.equal(list.inputs.length, 1);
      const content = await p.call(viewer, `GET ${pnid}/inferences/${inference}/inputs/${input}/content`);
      assert.ok(String(content.body).includes('HV-999'));
    },
  },
  {
    name: 'a file whose name is written as RFC 8187 has it',
    call,
    as: 'engineer',
    body: '%PDF-1.7',
    status: 200,
    headers: named(`attachment; filename="x.png"; filename*=UTF-8''Anlage%20%C3%BC.pdf`),
    proves: ({ body: { input } }) => assert.equal(input.id, fileIdOf('Anlage ü.pdf')),
  },
  ...badNames.map((disposition) =>
    refused(
      `a file named ${disposition.slice(0, 40)}`,
      '%PDF-1.7',
      named(disposition),
      'Content-Disposition',
      'InvalidHeaderValue',
    ),
  ),
  refused(
    'a file without a name',
    '%PDF-1.7',
    { 'Content-Type': 'application/pdf' },
    'Content-Disposition',
    'InvalidHeaderValue',
  ),
  refused(
    'a type that does not fit the name',
    '%PDF-1.7',
    named('attachment; filename="x.svg"'),
    'Content-Type',
    'InvalidHeaderValue',
  ),
  refused(
    'an extension that is none',
    '%PDF-1.7',
    named('attachment; filename="x.txt"'),
    'Content-Type',
    'InvalidHeaderValue',
  ),
  refused('a text named .pdf', 'Dear reader', headersFor('x.pdf'), null, 'InvalidRequestBody'),
  refused('an empty file', '', headersFor('x.pdf'), null, 'InvalidRequestBody'),
  {
    name: 'a refused replacement leaves the file as it was',
    call,
    as: 'engineer',
    body: 'no drawing',
    headers: headersFor('plant.svg'),
    status: 422,
    onBoth: true,
    async proves(_, { p, viewer, inference, input }) {
      const content = await p.call(viewer, `GET ${pnid}/inferences/${inference}/inputs/${input}/content`);
      assert.equal(String(content.body), smallSheet());
    },
  },
  {
    name: 'a type that is not read',
    call,
    as: 'engineer',
    body: 'x',
    headers: { ...headersFor('x.txt'), 'Content-Type': 'text/plain' },
    status: 415,
    code: 'UnsupportedMediaType',
  },
  {
    name: 'a file beyond the limit',
    call,
    as: 'engineer',
    body: Buffer.alloc(101 * 2 ** 20),
    headers: headersFor('x.pdf'),
    status: 413,
    code: 'RequestTooLarge',
  },
  {
    name: 'an input once a run exists',
    call: `POST ${pnid}/inferences/{inference}/run`,
    as: 'engineer',
    status: 201,
    async proves(_, { p, engineer, inference, input }) {
      const of = `${pnid}/inferences/${inference}/inputs`;
      const put = await p.call(engineer, `POST ${of}/`, { body: '%PDF-1.7', headers: headersFor('y.pdf') });
      assert.deepEqual([put.status, put.body.error.code], [409, 'PnIDInferenceInputInUse']);
      const removed = await p.call(engineer, `DELETE ${of}/${input}`);
      assert.deepEqual([removed.status, removed.body.error.code], [409, 'PnIDInferenceInputInUse']);
    },
  },
  {
    name: 'the bytes of a file, as they came',
    call: `GET ${inputs}/{input}/content`,
    as: 'viewer',
    status: 200,
    onBoth: true,
    headers: { Accept: 'image/svg+xml' },
    async proves({ body, headers }, { p, viewer, inference, input }) {
      assert.equal(String(body), smallSheet());
      assert.equal(headers.get('content-type'), 'image/svg+xml');
      assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="plant.svg"$/);
      const path = `GET ${pnid}/inferences/${inference}/inputs/${input}/content`;
      const tag = headers.get('etag') ?? '';
      assert.equal((await p.call(viewer, path, { headers: { 'If-None-Match': tag } })).status, 304);
      const part = await p.call(viewer, path, { headers: { Range: 'bytes=0-3' } });
      assert.deepEqual([part.status, String(part.body)], [206, '<svg']);
      assert.equal((await p.call(viewer, path, { headers: { Range: 'bytes=99999-' } })).status, 416);
    },
  },
  {
    name: 'the files of an inference, by name',
    call: `GET ${inputs}`,
    as: 'viewer',
    status: 200,
    onBoth: true,
    async proves({ body }, fixture) {
      assert.equal(body.inputs.length, 1);
      const { bare, p, viewer } = fixture;
      for (const name of ['b.pdf', 'A.pdf', 'ä.pdf', 'a.pdf']) {
        const headers = {
          ...headersFor(name),
          'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        };
        await p.call(fixture.engineer, `POST ${pnid}/inferences/${bare}/inputs`, { body: '%PDF-1.7', headers });
      }
      const list = await p.call(viewer, `GET ${pnid}/inferences/${bare}/inputs`);
      assert.deepEqual(
        list.body.inputs.map((one: { filename: string }) => one.filename),
        ['A.pdf', 'a.pdf', 'b.pdf', 'ä.pdf'],
      );
    },
  },
  {
    name: 'a file is removed',
    call: `DELETE ${inputs}/{input}`,
    as: 'engineer',
    status: 204,
    async proves(_, fixture) {
      const { p, viewer, inference, input } = fixture;
      const content = `GET ${pnid}/inferences/${inference}/inputs/${input}/content`;
      assert.equal((await p.call(viewer, content)).status, 404);
      assert.equal(await putInput(fixture, inference, 'plant.svg', smallSheet()), input);
    },
  },
];
