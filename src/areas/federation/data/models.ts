import { fail, problems } from '../../../api/http/problem.ts';
import type { Changeset, Model } from '../../../api/ports/models.ts';
import { modelColumn, modelTables } from '../../../engines/tables/model-tables.ts';
import type { Column, PageQuery, RowSource } from '../../../engines/tables/params.ts';
import { isoTimeOrNull } from '../../../std/iso-time.ts';
import type { Literal } from '../../../std/odata/tree.ts';
import type { Asking, Federation } from '../deps.ts';
import type { EntitySet, OpenData, Versions } from '../query/open-data.ts';
import { queryOf } from '../query/run-query.ts';

const text = (name: string, nullable = true): Column => ({ name, type: 'Edm.String', nullable });
const whole = (name: string): Column => ({ name, type: 'Edm.Int32', nullable: true });

const modelsSet: EntitySet = {
  name: 'Models',
  key: ['ModelId'],
  columns: [
    modelColumn,
    text('DisplayName', false),
    text('FileId', false),
    text('State', false),
    text('ChangesetId'),
    whole('ChangesetIndex'),
    { name: 'PushDateTime', type: 'Edm.DateTimeOffset', nullable: true } as const,
    text('Schema'),
    whole('ElementCount'),
  ],
};

const sets: readonly EntitySet[] = [
  modelsSet,
  ...modelTables.map(({ name, columns, key }) => ({
    name,
    columns: [modelColumn, ...columns],
    key: [modelColumn.name, ...key],
  })),
];

interface UsedModel {
  readonly model: Model;
  /** The version that its rows come from; undefined where none is Ready. */
  readonly version: Changeset | undefined;
  readonly state: string;
}

/** `TWIN_MODELS`: the newest Ready version of every model of a twin that is in use, or given ones. */
export async function openModels(twinId: string, pinned: Versions | undefined, asking: Asking, of: Federation) {
  const used: UsedModel[] = [];
  for (const model of await of.ports.models.ofTwin(asking.db, twinId))
    used.push(await usedModel(model, pinned, asking, of));
  const versions = Object.fromEntries(used.flatMap(({ model, version }) => (version ? [[model.id, version.id]] : [])));
  if (pinned && Object.keys(pinned).some((id) => versions[id] !== pinned[id])) return undefined; // one is gone since
  const question = queryOf(asking, of);
  const data: OpenData = {
    sets,
    versions,
    async page(set, query, output) {
      const sources =
        set === modelsSet ? [await modelRows(used, asking, of)] : await tableSources(set, query, used, asking, of);
      return sources === undefined ? tablesLate() : question(sources, query, output);
    },
  };
  return data;
}

/** Tables are being made; whoever asks again a little later gets them. */
export const tablesLate = () => fail(problems.serviceUnavailable, { headers: { 'Retry-After': '5' } });

async function usedModel(
  model: Model,
  pinned: Versions | undefined,
  { db }: Asking,
  { ports }: Federation,
): Promise<UsedModel> {
  const changesets = await ports.models.changesets(db, model.id);
  const wanted = pinned?.[model.id];
  const isWanted = ({ id, state }: Changeset): boolean => state === 'Ready' && (pinned === undefined || id === wanted);
  return { model, version: changesets.findLast(isWanted), state: changesets.at(-1)?.state ?? 'Importing' };
}

async function modelRows(used: readonly UsedModel[], { db }: Asking, { ports }: Federation): Promise<RowSource> {
  const rows: Record<string, Literal>[] = [];
  for (const { model, version, state } of used) {
    const artefacts = version && (await ports.models.artefacts(db, model.id, version.id));
    const header = artefacts && (await ports.models.openSnapshot(artefacts.snapshot)).header;
    rows.push({
      ModelId: model.id,
      DisplayName: model.displayName,
      FileId: model.fileId,
      State: state,
      ChangesetId: version?.id ?? null,
      ChangesetIndex: version?.index ?? null,
      PushDateTime: isoTimeOrNull(version?.pushed),
      Schema: header?.schema ?? null,
      ElementCount: header?.counts.elements ?? null,
    });
  }
  return { rows };
}

const waitMs = 20_000;

async function tableSources(
  set: EntitySet,
  { after, order }: PageQuery,
  used: readonly UsedModel[],
  asking: Asking,
  { tables }: Federation,
): Promise<readonly RowSource[] | undefined> {
  // pages in the order of the key are past the models before that of their last row
  const past = order[0]?.name === modelColumn.name && !order[0].descending ? String(after?.[0] ?? '') : '';
  const wanted = used.flatMap(({ model, version }) =>
    version === undefined || model.id < past
      ? []
      : [
          {
            kind: 'model' as const,
            id: model.id,
            version: version.id,
            twinId: model.twinId,
            title: `Tables of ${model.displayName}, version ${version.index}`,
          },
        ],
  );
  const files = await tables.ready(wanted, asking, waitMs);
  if (files === undefined) return undefined;
  const sources: RowSource[] = [];
  for (const row of files) {
    if (row.state !== 'Ready') throw new Error(`The tables of model ${row.source_id} could not be made: ${row.fault}`);
    sources.push({ file: await tables.path(row), table: set.name, constants: { [modelColumn.name]: row.source_id } });
  }
  return sources;
}
