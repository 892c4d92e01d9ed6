import assert from 'node:assert/strict';
import { made } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const plain = { 'Content-Type': 'text/xml' };
const stale = { 'If-Match': 'W/"99"' };
const place = '/library/components/{component}/variations';
const create = `POST ${place}`;
const item = (method: string) => `${method} ${place}/{variation}`;
const types = 'StringType, IntegerType, DoubleType, FloatType, BooleanType';
const properties = [
  { displayName: 'Weight', type: 'DoubleType', value: '12.5', unitOfMeasure: 'kg' },
  { displayName: 'LOD', type: 'IntegerType', value: 'not checked' },
  { displayName: 'Empty', type: 'StringType', value: '', unitOfMeasure: '' },
];

export const variationScenarios: readonly Scenario[] = [
  {
    name: 'a new variation',
    call: create,
    as: 'uploader',
    body: { displayName: 'Narrow', associatedDesignDocument: '{design}', adHocProperties: properties },
    status: 201,
    async proves({ body }, { p, reader, component, design }) {
      const { id, createdDateTime: _c, lastModifiedDateTime: _m, ...rest } = body.variation;
      const href = `${p.baseUrl}/library/components/${component}/documents/${design}`;
      const _links = { associatedDesignDocument: { href } };
      assert.deepEqual(rest, { displayName: 'Narrow', adHocProperties: properties, _links });
      assert.deepEqual(await made(p, reader, `GET /library/components/${component}/variations/${id}`), body);
    },
  },
  {
    name: 'a variation with nothing but its name',
    call: create,
    as: 'uploader',
    body: { displayName: 'Plain' },
    status: 201,
    proves: ({ body }) => assert.deepEqual([body.variation.adHocProperties, body.variation._links], [[], {}]),
  },
  {
    name: 'everything that is wrong with a variation, each told once',
    call: create,
    as: 'uploader',
    body: {
      associatedDesignDocument: '{waiting}',
      adHocProperties: [
        { type: 'x' },
        { displayName: '', type: 7 },
        { displayName: 'a' },
        { displayName: 'x'.repeat(251), type: 'StringType' },
      ],
    },
    status: 422,
    code: 'InvalidVariationRequest',
    proves: ({ body }) =>
      assert.deepEqual(body.error.details, [
        { code: 'MissingRequiredProperty', message: 'Required property is missing.', target: 'displayName' },
        ...[
          "'displayName' in adHocProperty is missing.",
          `'type' in adHocProperty must be one of:  ${types}.`,
          "'type' in adHocProperty is missing.",
          "'displayName' in adHocProperty is over '250' length limit.",
        ].map((message) => ({ code: 'InvalidValue', message, target: 'adHocProperties' })),
        {
          code: 'InvalidValue',
          message: 'AssociatedDesignDocument value is not valid.',
          target: 'associatedDesignDocument',
        },
      ]),
  },
  { name: 'a variation by who may only write', call: create, as: 'editor', body: {}, status: 403 },
  {
    name: 'a variation of no component',
    call: 'POST /library/components/{strangerComponent}/variations',
    as: 'uploader',
    body: { displayName: 'x' },
    status: 404,
    code: 'ComponentNotFound',
  },
  { name: 'a variation of another type', call: create, as: 'uploader', body: 'x', headers: plain, status: 415 },
  { name: 'a variation of nobody', call: create, body: {}, status: 401 },
  {
    name: 'variations',
    call: `GET ${place}`,
    as: 'reader',
    status: 200,
    proves: ({ body }, { variation }) => {
      assert.deepEqual(Object.keys(body), ['variations']);
      assert.equal(body.variations[0].id, variation);
    },
  },
  { name: 'variations in a project', call: `GET ${place}?projectId={project}`, as: 'member', status: 200 },
  {
    name: 'variations for who may not read',
    call: `GET ${place}`,
    as: 'nobody',
    status: 404,
    code: 'ComponentVariationsNotFound',
  },
  {
    name: 'variations of what is no id',
    call: 'GET /library/components/x/variations',
    as: 'reader',
    status: 422,
    code: 'InvalidComponentVariationsRequest',
    targets: ['componentId'],
  },
  { name: 'a variation', call: item('GET'), as: 'reader', status: 200 },
  { name: 'a variation in a project', call: `${item('GET')}?projectId={project}`, as: 'member', status: 200 },
  {
    name: 'a variation for who may not read',
    call: item('GET'),
    as: 'nobody',
    status: 404,
    code: 'ComponentVariationNotFound',
  },
  {
    name: 'a variation below another component',
    call: 'GET /library/components/{draft}/variations/{variation}',
    as: 'reader',
    status: 404,
    code: 'ComponentVariationNotFound',
  },
  {
    name: 'another variation in its place',
    call: item('PUT'),
    as: 'editor',
    body: { displayName: 'Wider', associatedDesignDocument: null },
    status: 200,
    async proves({ body }, { p, reader, component }) {
      const { id: _id, createdDateTime: _c, lastModifiedDateTime: _m, ...rest } = body.variation;
      assert.deepEqual(rest, { displayName: 'Wider', adHocProperties: [], _links: {} });
      const { variations } = await made(p, reader, `GET /library/components/${component}/variations`);
      assert.deepEqual(variations, [body.variation]);
    },
  },
  {
    name: 'a variation of a design that is none',
    call: item('PUT'),
    as: 'editor',
    body: { displayName: 'Wider', associatedDesignDocument: 'x' },
    status: 422,
    targets: ['associatedDesignDocument'],
  },
  { name: 'a change by who may only add', call: item('PUT'), as: 'uploader', body: {}, status: 403 },
  { name: 'a change of nothing', call: `PUT ${place}/{unknown}`, as: 'editor', body: {}, status: 404 },
  { name: 'a change of what changed', call: item('PUT'), as: 'editor', body: {}, headers: stale, status: 412 },
  { name: 'a change of another type', call: item('PUT'), as: 'editor', body: 'x', headers: plain, status: 415 },
  {
    name: 'a variation goes',
    call: item('DELETE'),
    as: 'editor',
    status: 204,
    async proves(_answer, { p, reader, component }) {
      assert.deepEqual((await made(p, reader, `GET /library/components/${component}/variations`)).variations, []);
    },
  },
  { name: 'a variation to delete, by who may only add', call: item('DELETE'), as: 'uploader', status: 403 },
  {
    name: 'nothing to delete',
    call: `DELETE ${place}/x`,
    as: 'editor',
    status: 404,
    code: 'ComponentVariationNotFound',
  },
  { name: 'a variation to delete that changed', call: item('DELETE'), as: 'editor', headers: stale, status: 412 },
];
