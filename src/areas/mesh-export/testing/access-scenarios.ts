import type { Scenario } from './run-scenarios.ts';

const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
const list = 'GET /mesh-export/?modelId={house}';
const get = 'GET /mesh-export/{automaticCesium}';
const remove = 'DELETE /mesh-export/{automaticCesium}';
const start = (model: string) => ({ call: 'POST /mesh-export/', body: { modelId: model } });

const refused = (name: string, call: string, status: number, code: string, more: Partial<Scenario> = {}): Scenario => ({
  name: `${call} ${name}`,
  call,
  as: 'owner',
  status,
  code,
  ...more,
});
const noToken = (call: string): Scenario => ({
  name: `${call} without a token`,
  call,
  status: 401,
  code: 'HeaderNotFound',
});

/** Who may not, and what is not there. */
export const accessScenarios: readonly Scenario[] = [
  ...[list, get, remove].map(noToken),
  { ...noToken('POST /mesh-export/'), ...start('{house}') },
  refused('by a stranger', list, 404, 'modelNotFound', { as: 'stranger' }),
  ...[get, remove].map((call) => refused('by a stranger', call, 404, 'ExportNotFound', { as: 'stranger' })),
  refused('by a stranger', 'POST /mesh-export/', 404, 'modelNotFound', { as: 'stranger', ...start('{house}') }),
  ...[list, get, remove].map((call) =>
    refused('by a visitor', call, 403, 'InsufficientPermissions', { as: 'visitor' }),
  ),
  ...(['visitor', 'worker'] as const).map((as) =>
    refused(`by a ${as}`, 'POST /mesh-export/', 403, 'InsufficientPermissions', { as, ...start('{house}') }),
  ),
  refused('by who did not start it', 'DELETE /mesh-export/{managers}', 403, 'InsufficientPermissions', {
    as: 'reader',
  }),
  ...['zz', 'none', '%20', ''].map((model) =>
    refused(`of no id of a model: '${model}'`, `GET /mesh-export/?modelId=${model}`, 422, 'InvalidMeshExportRequest'),
  ),
  ...[unknown, '{gone}'].flatMap((model) => [
    refused(`of model ${model}`, `GET /mesh-export/?modelId=${model}`, 404, 'modelNotFound'),
  ]),
  ...[unknown, '{gone}'].map((model) =>
    refused(`of model ${model}`, 'POST /mesh-export/', 404, 'modelNotFound', start(model)),
  ),
  ...[unknown, '{goneExport}', 'none'].map((id) =>
    refused('that is not there', `GET /mesh-export/${id}`, 404, 'ExportNotFound'),
  ),
  ...[unknown, '{goneExport}'].map((id) =>
    refused('that is not there', `DELETE /mesh-export/${id}`, 404, 'ExportNotFound'),
  ),
];
