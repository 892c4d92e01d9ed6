import { randomBytes } from 'node:crypto';
import { finished } from '../../src/areas/mesh-export/testing/exports.ts';
import {
  houseFile,
  imported,
  type NewModel,
  newModel,
  northWall,
  truncatedFile,
} from '../../src/areas/models/testing/files.ts';
import { block } from '../../src/areas/models/testing/fixture.ts';
import { eventually } from './eventually.ts';
import { type Making, unique } from './world-things.ts';

/** `brokenModel`: its import failed; `waitingModel`: its import waits. The element is of the `model`. */
export type ModelThing =
  | 'model'
  | 'changeset'
  | 'element'
  | 'comparison'
  | 'meshExport'
  | 'brokenModel'
  | 'brokenChangeset'
  | 'waitingModel'
  | 'waitingChangeset';

/** Another content for each model, as other contents have other changeset ids. */
const unlike = (text: string): string => text.replace('test.ifc', unique('model'));

async function upload(m: Making, text: string, before?: (model: NewModel) => Promise<void>): Promise<string> {
  const folder = await m.idOf('rootFolder');
  const name = `${unique('model')}.ifc`;
  const made = await newModel(m.p, m.society.administrator, folder, name, unlike(text), before);
  if (before === undefined) await imported(m.p, m.society.administrator, made.id);
  return made.id;
}

const changesetOf = async (m: Making, model: ModelThing): Promise<string> =>
  (await m.make(`GET /models/${await m.idOf(model)}/changesets`)).changesets[0].id;

/** A comparison of a model's only version with nothing. */
export async function comparedModel({ idOf }: Pick<Making, 'idOf'>) {
  const changesetId = await idOf('changeset');
  const model = { twinId: await idOf('twin'), modelId: await idOf('model') };
  return { ...model, startChangesetId: changesetId, endChangesetId: changesetId };
}

/** The same in a query. */
export const comparedQuery = async (m: Pick<Making, 'idOf'>): Promise<string> =>
  `?${new URLSearchParams(await comparedModel(m))}`;

export const modelMakers: Readonly<Record<ModelThing, (m: Making) => Promise<string>>> = {
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
