import assert from 'node:assert/strict';
import { camera, emphasis } from './fixture.ts';
import type { Scenario } from './run-scenarios.ts';

const representation = { Prefer: 'return=representation' };
const create = 'POST /savedviews/';
const newBody = { twinId: '{twinId}', displayName: 'New', savedViewData: camera };

export const newViewScenarios: readonly Scenario[] = [
  {
    name: 'a view of little',
    call: create,
    as: 'visitor',
    body: newBody,
    status: 201,
    async proves({ body }, { p, visitor, maker }) {
      const { id, shared, tags, extensions, savedViewData, _links } = body.savedView;
      assert.deepEqual([shared, tags, extensions, savedViewData], [false, [], [], camera]);
      assert.deepEqual(Object.keys(_links).sort(), ['creator', 'image', 'thumbnail', 'twin']);
      assert.equal((await p.call(maker, `GET /savedviews/${id}`)).status, 404);
      const read = await p.call(visitor, `GET /savedviews/${id}`, { headers: representation });
      assert.deepEqual(read.body, body);
    },
  },
  {
    name: 'a view of everything',
    call: create,
    as: 'maker',
    body: {
      ...newBody,
      modelId: '{model}',
      groupId: '{modelGroup}',
      shared: true,
      tagIds: ['{tag}', '{modelTag}', '{freeTag}', '{tag}'],
      extensions: [
        {
          extensionName: 'Own_1$',
          data: '[1, 2]',
          markdownUrl: 'https://docs.example.com/a.md',
          schemaUrl: 'http://x.example.com',
        },
        { extensionName: 'EmphasizeElements', data: emphasis },
      ],
    },
    status: 201,
    async proves({ body }, { p, reader, modelGroup, tag, modelTag, freeTag }) {
      const { id, tags, extensions, _links } = body.savedView;
      assert.deepEqual(
        tags.map((one: { id: string }) => one.id),
        [freeTag, modelTag, tag],
      );
      const [first, second] = extensions;
      assert.deepEqual([first.extensionName, second.extensionName], ['EmphasizeElements', 'Own_1$']);
      assert.deepEqual([second.data, second.schemaUrl], ['[1, 2]', 'http://x.example.com']);
      assert.ok(_links.group.href.endsWith(modelGroup));
      const read = await p.call(reader, `GET /savedviews/${id}`, { headers: representation });
      assert.deepEqual(read.body, body);
    },
  },
  {
    name: "a view of a model in the twin's group",
    call: create,
    as: 'maker',
    body: { ...newBody, modelId: '{model}', groupId: '{group}' },
    status: 201,
  },
  {
    name: 'escaped signs stay as they are, in keys too, and members that nobody knows',
    call: create,
    as: 'maker',
    body: {
      ...newBody,
      displayName: '  ++lst++A ++and++ B  ',
      savedViewData: {
        twin3dView: {
          ...camera.twin3dView,
          displayStyle: { mapImagery: { 'a.b': 'https:++dot++', deep: [{ 'x<y': null }] }, later: 1.5 },
          unknown: { kept: true },
        },
        legacyView: { old: 'a.b'.replace('.', '') },
      },
    },
    status: 201,
    proves: ({ body }) => {
      const { displayName, savedViewData } = body.savedView;
      assert.equal(displayName, '++lst++A ++and++ B');
      assert.deepEqual(savedViewData.twin3dView.displayStyle, {
        mapImagery: { 'a.b': 'https:++dot++', deep: [{ 'x<y': null }] },
        later: 1.5,
      });
      assert.deepEqual(savedViewData.twin3dView.unknown, { kept: true });
      assert.deepEqual(Object.keys(savedViewData), ['twin3dView']);
    },
  },
  {
    name: 'texts with forbidden signs, each told; not those of extensions',
    call: create,
    as: 'maker',
    body: {
      ...newBody,
      displayName: 'a.b',
      savedViewData: { twin3dView: { ...camera.twin3dView, displayStyle: { list: ['ok', 'a&b', { deep: "it's" }] } } },
      extensions: [{ extensionName: 'x', data: '{"a.b":"<"}' }],
    },
    status: 422,
    code: 'InvalidSavedviewsRequest',
    targets: [
      'displayName',
      'savedViewData.twin3dView.displayStyle.list[1]',
      'savedViewData.twin3dView.displayStyle.list[2].deep',
    ],
    proves: ({ body }) => {
      assert.equal(body.error.message, 'Cannot create savedview.');
      assert.equal(body.error.details[0].code, 'InvalidRequestBody');
    },
  },
  ...['<', '>', '&', '"', "'", '.'].map(
    (sign): Scenario => ({
      name: `a name with ${sign}`,
      call: create,
      as: 'maker',
      body: { ...newBody, displayName: `a${sign}b` },
      status: 422,
      targets: ['displayName'],
    }),
  ),
  {
    name: 'nothing of what is required',
    call: create,
    as: 'maker',
    body: {},
    status: 422,
    targets: ['twinId', 'savedViewData', 'displayName'],
  },
  {
    name: 'everything of a wrong type',
    call: create,
    as: 'maker',
    body: {
      twinId: 'x',
      modelId: 'y',
      savedViewData: [],
      groupId: 5,
      displayName: 7,
      shared: 'yes',
      tagIds: [1],
      extensions: 'none',
    },
    status: 422,
    targets: ['twinId', 'modelId', 'savedViewData', 'groupId', 'displayName', 'shared', 'tagIds[0]', 'extensions'],
    proves: ({ body }) => {
      const of = (target: string) => body.error.details.find((one: { target: string }) => one.target === target);
      assert.deepEqual(of('displayName'), {
        code: 'InvalidRequestBody',
        message: 'displayName must be a string.',
        target: 'displayName',
      });
      assert.equal(of('twinId').message, 'twinId must be a UUID.');
    },
  },
  {
    name: 'a name that is too long',
    call: create,
    as: 'maker',
    body: { ...newBody, displayName: 'x'.repeat(256) },
    status: 422,
    targets: ['displayName'],
  },
  {
    name: 'extensions that are none',
    call: create,
    as: 'maker',
    body: {
      ...newBody,
      extensions: [
        { extensionName: 'a b', data: '{}' },
        { extensionName: 'c', data: '{' },
        { extensionName: 'c', data: '{}', markdownUrl: 'ftp://x.example.com' },
        { extensionName: 'EmphasizeElements', data: '{"other":1}' },
        { extensionName: 'VisibilityOverride', data: '[]' },
        { data: '{}' },
      ],
    },
    status: 422,
    targets: [
      'extensions[0].extensionName',
      'extensions[1].data',
      'extensions[2].markdownUrl',
      'extensions[5].extensionName',
      'extensions[2].extensionName',
      'extensions[3].data',
      'extensions[4].data',
    ],
  },
  ...(
    [
      ['of another twin', { groupId: '{strangerGroup}' }, 'groupId'],
      ['that nobody has', { groupId: 'nothing' }, 'groupId'],
      ['of a model, for a view of none', { groupId: '{modelGroup}' }, 'groupId'],
    ] as const
  ).map(
    ([name, more, target]): Scenario => ({
      name: `a group ${name}`,
      call: create,
      as: 'maker',
      body: { ...newBody, ...more },
      status: 422,
      targets: [target],
      proves: ({ body }) => assert.equal(body.error.details[0].code, 'InvalidParameter'),
    }),
  ),
  {
    name: "somebody else's private group",
    call: create,
    as: 'manager',
    body: { ...newBody, groupId: '{privateGroup}' },
    status: 422,
    targets: ['groupId'],
  },
  ...(
    [
      ['of another twin', ['{strangerTag}']],
      ['that nobody has', ['{tag}', 'nothing']],
      ['of a model, for a view of none', ['{modelTag}']],
    ] as const
  ).map(
    ([name, tagIds]): Scenario => ({
      name: `a tag ${name}`,
      call: create,
      as: 'maker',
      body: { ...newBody, tagIds },
      status: 422,
      targets: ['tagIds'],
    }),
  ),
  {
    name: 'more tags and extensions than a view may have',
    call: create,
    as: 'maker',
    body: {
      ...newBody,
      tagIds: Array.from({ length: 101 }, String),
      extensions: Array.from({ length: 51 }, (_, at) => ({ extensionName: `x${at}`, data: '1' })),
    },
    status: 422,
    targets: ['tagIds', 'extensions'],
  },
  {
    name: 'a body of more than 5 MiB',
    call: create,
    as: 'maker',
    body: JSON.stringify({ ...newBody, extensions: [{ extensionName: 'x', data: `"${'x'.repeat(5 * 2 ** 20)}"` }] }),
    status: 413,
  },
  {
    name: 'a body of another type',
    call: create,
    as: 'maker',
    body: 'x',
    headers: { 'Content-Type': 'text/xml' },
    status: 415,
  },
];
