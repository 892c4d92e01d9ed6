import assert from 'node:assert/strict';
import type { Scenario } from './run-scenarios.ts';

const preview = 'GET /library/components/{component}/preview';
const nothing = {
  state: 'None',
  documentId: null,
  error: null,
  triangleCount: null,
  bounds: null,
  placement: null,
  _links: { thumbnail: null, model: null },
};

export const previewScenarios: readonly Scenario[] = [
  {
    name: 'nothing to be seen',
    call: preview,
    as: 'reader',
    status: 200,
    proves: ({ body, headers }) => {
      assert.deepEqual(body.preview, nothing);
      assert.equal(headers.get('cache-control'), 'no-store');
    },
  },
  { name: 'nothing to be seen in a project', call: `${preview}?projectId={project}`, as: 'member', status: 200 },
  {
    name: 'a preview of a draft in a project',
    call: 'GET /library/components/{draft}/preview?projectId={project}',
    as: 'member',
    status: 404,
  },
  { name: 'a preview for who may not read', call: preview, as: 'nobody', status: 404, code: 'ComponentNotFound' },
  { name: 'a preview for no one', call: preview, status: 401 },
];
