import { randomBytes } from 'node:crypto';
import { eventually } from '../../../../test/support/eventually.ts';
import { inModel, inTwin } from '../../../../test/support/verdicts.ts';
import type { Making, WorldPart } from '../../../../test/support/world-part.ts';
import { unique } from '../../../../test/support/world-things.ts';
import { finished } from '../../mesh-export/testing/exports.ts';
import { houseFile, imported, type NewModel, newModel, northWall, truncatedFile } from './files.ts';
import { block } from './fixture.ts';

/** Another content for each model, as other contents have other changeset ids. */
const unlike = (text: string): string => text.replace('test.ifc', unique('model'));

async function upload(m: Making, text: string, before?: (model: NewModel) => Promise<void>): Promise<string> {
  const folder = await m.idOf('rootFolder');
  const name = `${unique('model')}.ifc`;
  const made = await newModel(m.p, m.society.administrator, folder, name, unlike(text), before);
  if (before === undefined) await imported(m.p, m.society.administrator, made.id);
  return made.id;
}

const changesetOf = async (m: Making, model: string): Promise<string> =>
  (await m.make(`GET /models/${await m.idOf(model)}/changesets`)).changesets[0].id;

/** A comparison of a model's only version with nothing. */
async function comparedModel({ idOf }: Pick<Making, 'idOf'>) {
  const changesetId = await idOf('changeset');
  const model = { twinId: await idOf('twin'), modelId: await idOf('model') };
  return { ...model, startChangesetId: changesetId, endChangesetId: changesetId };
}

/** The same in a query. */
const comparedQuery = async (m: Pick<Making, 'idOf'>): Promise<string> =>
  `?${new URLSearchParams(await comparedModel(m))}`;

/** `brokenModel`: its import failed; `waitingModel`: its import waits. The element is of the `model`. */
const things: Required<WorldPart>['things'] = {
  model: (m) => upload(m, houseFile(5).replaceAll(northWall, randomBytes(11).toString('hex'))),
  changeset: (m) => changesetOf(m, 'model'),
  async element(m) {
    const found = await m.make(`GET /models/${await m.idOf('model')}/elements?$filter=name eq 'Wall 110'`);
    return found.elements[0].globalId;
  },
  async comparison(m) {
    const body = await comparedModel(m);
    const { jobId } = (await m.make('POST /changedelements/comparisonjob', body)).comparisonJob;
    const path = `/changedelements/comparisonjob/${jobId}/twin/${body.twinId}/model/${body.modelId}`;
    await eventually(async () => {
      const { status } = (await m.make(`GET ${path}`)).comparisonJob;
      if (status !== 'Completed') throw new Error(`The comparison is ${status}.`);
    });
    return jobId;
  },
  async meshExport(m) {
    const body = { modelId: await m.idOf('model'), exportType: 'MODEL' };
    const { id } = (await m.make('POST /mesh-export/', body)).export;
    await finished(m.p, m.society.administrator, id);
    return id;
  },
  brokenModel: (m) => upload(m, truncatedFile()),
  brokenChangeset: (m) => changesetOf(m, 'brokenModel'),
  waitingModel: (m) => upload(m, houseFile(5), (model) => block(m.p, m.society.administrator, model.id)),
  waitingChangeset: (m) => changesetOf(m, 'waitingModel'),
};

const below = { retry: 'broken', cancel: 'waiting' } as const;

/** Models, and what is made of them: exports and comparisons. */
export const world: WorldPart = {
  things,
  thingOf(path, parameter) {
    if (path.startsWith('/mesh-export/')) return parameter === 'id' ? 'meshExport' : undefined;
    if (path.startsWith('/changedelements/') && parameter === 'jobId') return 'comparison';
    const state = /\/(retry|cancel)$/.exec(path)?.[1] as keyof typeof below | undefined;
    if (parameter === 'modelId') return state ? `${below[state]}Model` : 'model';
    if (parameter === 'changesetId') return state ? `${below[state]}Changeset` : 'changeset';
    return parameter === 'elementId' ? 'element' : undefined;
  },
  bodies: {
    'changedElements.createComparisonJob': comparedModel,
    'changedElements.updateTracking': async (world) => ({ enable: true, ...(await comparedModel(world)) }),
    'meshExport.startExport': async ({ idOf }) => ({ modelId: await idOf('model'), exportType: '3DFT' }),
  },
  queries: {
    'changedElements.getTracking': comparedQuery,
    'changedElements.getChangesets': comparedQuery,
    'changedElements.getComparison': comparedQuery,
    'models.getModels': async ({ idOf }) => `?twinId=${await idOf('twin')}`,
    'meshExport.getExports': async ({ idOf }) => `?modelId=${await idOf('model')}`,
  },
  exceptions: {
    'changedElements.createComparisonJob': { ...inTwin('models_read'), or: 'models_webview' },
    'changedElements.updateTracking': inTwin('models_write'),
    'changedElements.getTracking': { ...inTwin('models_read'), or: 'models_webview' },
    'changedElements.getChangesets': { ...inTwin('models_read'), or: 'models_webview' },
    'changedElements.getComparison': { ...inTwin('models_read'), or: 'models_webview' },
    'models.getModels': { ...inTwin('models_read'), or: 'models_webview' },
    'meshExport.getExports': { ...inModel('models_read'), or: 'models_webview' },
    'meshExport.startExport': inModel('models_read'),
  },
};
