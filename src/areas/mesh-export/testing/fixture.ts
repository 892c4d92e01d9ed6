import { join } from '../../../../test/support/membership.ts';
import type { Platform } from '../../../../test/support/platform.ts';
import { requireSuccess } from '../../../../test/support/platform.ts';
import { houseFile, imported, newModel, putContent, truncatedFile } from '../../models/testing/files.ts';
import { block, type People, peopleOf } from '../../models/testing/fixture.ts';
import { rootOf } from '../../storage/testing/fixture.ts';
import { finished, startedBy } from './exports.ts';

/** The twin and its models are shared by all fixtures: exports of other options are other exports. */
export interface Setting extends People {
  readonly twinId: string;
  readonly root: string;
  /** `house.ifc`: two versions, each with its automatic exports. */
  readonly house: string;
  readonly first: string;
  readonly second: string;
  /** Automatic ones of the second version. */
  readonly automatic3DTiles: string;
  readonly automaticCesium: string;
  readonly automaticModel: string;
  /** Its import waits; `waitingExport` is of it, started by the reader. */
  readonly waiting: string;
  readonly waitingExport: string;
  /** Its import failed. */
  readonly broken: string;
  /** Recycled; `goneExport` is of it. */
  readonly gone: string;
  readonly goneExport: string;
}

export interface Fixture extends Setting {
  /** Complete exports of `house` that the reader, and the manager, started. */
  readonly readers: string;
  readonly managers: string;
  /** An option that no other fixture has. */
  readonly unique: string;
}

export async function settingOf(p: Platform): Promise<Setting> {
  const people = await peopleOf(p);
  const { owner, worker, reader, manager, visitor } = people;
  const { id: twinId } = await p.twin(owner, { displayName: 'House' });
  await join(p, owner, twinId, worker, ['models_webview', 'storage_read', 'storage_write']);
  await join(p, owner, twinId, reader, ['models_read']);
  await join(p, owner, twinId, manager, ['models_read', 'models_manage']);
  await join(p, owner, twinId, visitor, ['storage_read']);
  const root = await rootOf(p, worker, twinId);
  const gone = await newModel(p, worker, root, 'gone.ifc', houseFile(undefined));
  const house = await newModel(p, worker, root, 'house.ifc', houseFile(5));
  await putContent(p, worker, house.fileId, houseFile(6));
  const broken = await newModel(p, worker, root, 'broken.ifc', truncatedFile());
  const waiting = await newModel(p, worker, root, 'waiting.ifc', houseFile(7), (model) => block(p, owner, model.id));
  const [first, second] = await imported(p, worker, house.id);
  for (const model of [broken, gone]) await imported(p, worker, model.id);
  const [goneExport] = await allFinished(p, people, gone.id);
  await p.call(owner, `DELETE /storage/files/${gone.fileId}`);
  const automatic = await allFinished(p, people, house.id, second.id);
  const idOf = (type: string) => automatic.find((one) => one.request.exportType === type)?.id ?? '';
  await allFinished(p, people, house.id, first.id);
  return {
    ...people,
    twinId,
    root,
    house: house.id,
    first: first.id,
    second: second.id,
    automatic3DTiles: idOf('3DTiles'),
    automaticCesium: idOf('CESIUM'),
    automaticModel: idOf('MODEL'),
    waiting: waiting.id,
    waitingExport: (await startedBy(p, reader, { modelId: waiting.id })).id,
    broken: broken.id,
    gone: gone.id,
    goneExport: goneExport?.id ?? '',
  };
}

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly request: { readonly exportType: string; readonly changesetId: string };
}

/** The exports of a model, or of one version of it, once all of them are finished. */
export async function allFinished(p: Platform, { worker }: People, modelId: string, changeset = ''): Promise<Listed[]> {
  const call = `GET /mesh-export/?modelId=${modelId}&changesetId=${changeset}`;
  const headers = { Prefer: 'return=representation' };
  const list = async (): Promise<Listed[]> => requireSuccess(await p.call(worker, call, { headers })).exports;
  for (const { id } of await list()) await finished(p, worker, id);
  return list();
}

let fixtures = 0;

export async function fixtureOf(setting: Setting): Promise<Fixture> {
  const { p, house, reader, manager } = setting;
  const unique = `fixture-${++fixtures}`;
  const body = { modelId: house, geometryOptions: { unique } };
  const readers = await startedBy(p, reader, body);
  const managers = await startedBy(p, manager, { ...body, exportType: 'MODEL' });
  for (const { id } of [readers, managers]) await finished(p, reader, id);
  return { ...setting, readers: readers.id, managers: managers.id, unique };
}
