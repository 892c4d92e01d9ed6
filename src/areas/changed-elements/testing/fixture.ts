import { randomUUID } from 'node:crypto';
import { eventually } from '../../../../test/support/eventually.ts';
import { join } from '../../../../test/support/membership.ts';
import { type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import { houseFile, imported, type NewModel, newModel, putContent, truncatedFile } from '../../models/testing/files.ts';
import { block } from '../../models/testing/fixture.ts';
import { rootOf } from '../../storage/testing/fixture.ts';

export interface People {
  readonly p: Platform;
  /** Administers every twin of the organization. */
  readonly owner: Person;
  /** Holds models_read, storage_read and storage_write; makes the comparisons. */
  readonly maker: Person;
  /** Holds models_webview. */
  readonly reader: Person;
  /** Holds models_manage and nothing else. */
  readonly manager: Person;
  /** Holds models_write and nothing else. */
  readonly writer: Person;
  /** A member without any permission on models. */
  readonly visitor: Person;
  /** Nobody in the twin. */
  readonly stranger: Person;
}

export interface Place extends People {
  readonly twinId: string;
  readonly otherTwinId: string;
  /** The root folder of the twin. */
  readonly root: string;
}

export interface Fixture extends Place {
  /** `house.ifc`: two versions with a south wall of 5 and of 6 metres, and a third one that Failed. */
  readonly house: string;
  readonly first: string;
  readonly second: string;
  readonly third: string;
  /** Its import waits for a job that comes much later. */
  readonly waiting: string;
  readonly waitingFirst: string;
  /** Recycled. */
  readonly gone: string;
  readonly goneFirst: string;
  /** Comparisons by their ids: of the second version, of the third, and of the waiting model. */
  readonly completed: string;
  readonly failed: string;
  readonly queued: string;
}

export async function peopleOf(p: Platform): Promise<People> {
  const organizationId = await p.organization();
  const owner = await p.person({ organizationId, roles: ['account_administrator'] });
  const person = () => p.person({ organizationId });
  const [maker, reader, manager] = [await person(), await person(), await person()];
  return {
    p,
    owner,
    maker,
    reader,
    manager,
    writer: await person(),
    visitor: await person(),
    stranger: await p.person(),
  };
}

/** A twin of its own, without models. */
export async function placeOf(people: People): Promise<Place> {
  const { p, owner, maker, reader, manager, writer, visitor } = people;
  const { id: twinId } = await p.twin(owner, { displayName: 'House' });
  const { id: otherTwinId } = await p.twin(owner, { displayName: 'Other' });
  await join(p, owner, twinId, maker, ['models_read', 'storage_read', 'storage_write', 'storage_delete']);
  await join(p, owner, twinId, reader, ['models_webview']);
  await join(p, owner, twinId, manager, ['models_manage']);
  await join(p, owner, twinId, writer, ['models_write']);
  await join(p, owner, twinId, visitor, ['storage_read']);
  return { ...people, twinId, otherTwinId, root: await rootOf(p, maker, twinId) };
}

/** A model whose import is held up until `unblock`. */
export const blockedModel = ({ p, maker, owner, root }: Place, text: string): Promise<NewModel> =>
  newModel(p, maker, root, `${randomUUID()}.ifc`, text, (model) => block(p, owner, model.id));

/** Lets imports go on that were held up. */
export async function unblock({ p, owner }: People): Promise<void> {
  const { jobs } = requireSuccess(await p.call(owner, 'GET /jobs?kind=models.import&state=Queued'));
  for (const { id, title } of jobs) if (title === 'Later') await p.call(owner, `POST /jobs/${id}/cancel`);
}

/** A model with these contents, imported one after the other; answers its id and those of its changesets. */
export async function modelOf({ p, maker, root }: Place, ...texts: readonly [string, ...string[]]) {
  const [first, ...more] = texts;
  const { id, fileId } = await newModel(p, maker, root, `${randomUUID()}.ifc`, first);
  for (const text of more) await putContent(p, maker, fileId, text);
  const changesets: { id: string }[] = await imported(p, maker, id);
  return { id, fileId, changesets: changesets.map((one) => one.id) };
}

/** The ids of the changesets of a model, imported or not. */
export async function changesetsOf({ p, maker }: People, modelId: string): Promise<string[]> {
  const { changesets } = requireSuccess(await p.call(maker, `GET /models/${modelId}/changesets`));
  return changesets.map((one: { id: string }) => one.id);
}

export const pathOf = (twinId: string, modelId: string, jobId: string): string =>
  `/changedelements/comparisonjob/${jobId}/twin/${twinId}/model/${modelId}`;

/** Asks for a comparison, and answers its path. */
export async function compare({ p, maker, twinId }: Place, modelId: string, start = '', end = start): Promise<string> {
  const body = { twinId, modelId, startChangesetId: start, endChangesetId: end };
  const { comparisonJob } = requireSuccess(await p.call(maker, 'POST /changedelements/comparisonjob', { body }));
  return pathOf(twinId, modelId, comparisonJob.jobId);
}

/** The comparison once it has ended. */
export async function ended({ p, maker }: People, path: string) {
  let job: { status: string; comparison?: { href: string }; errorDetails?: string } = { status: '' };
  await eventually(async () => {
    job = requireSuccess(await p.call(maker, `GET ${path}`)).comparisonJob;
    if (job.status === 'Queued' || job.status === 'Started') throw new Error(`The comparison is ${job.status}.`);
  });
  return job;
}

/** What the address of a result gives. */
export async function resultOf(job: { comparison?: { href: string } }) {
  const answer = await fetch(job.comparison?.href ?? '');
  if (answer.status !== 200) throw new Error(await answer.text());
  const { changedElements } = (await answer.json()) as { changedElements: Record<string, unknown[]> };
  return changedElements;
}

export async function fixtureOf(people: People): Promise<Fixture> {
  const place = await placeOf(people);
  const { p, maker } = people;
  const waiting = await blockedModel(place, houseFile(7));
  const [waitingFirst = ''] = await changesetsOf(place, waiting.id);
  const house = await modelOf(place, houseFile(5), houseFile(6), truncatedFile());
  const [first = '', second = '', third = ''] = house.changesets;
  const gone = await modelOf(place, houseFile(undefined));
  const [goneFirst = ''] = gone.changesets;
  await p.call(maker, `DELETE /storage/files/${gone.fileId}`);
  await ended(place, await compare(place, house.id, second));
  await ended(place, await compare(place, house.id, third));
  await compare(place, waiting.id, waitingFirst);
  p.takeEvents();
  return {
    ...place,
    house: house.id,
    first,
    second,
    third,
    waiting: waiting.id,
    waitingFirst,
    gone: gone.id,
    goneFirst,
    completed: `${second}-${second}`,
    failed: `${third}-${third}`,
    queued: `${waitingFirst}-${waitingFirst}`,
  };
}
