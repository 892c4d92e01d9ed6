import { join } from '../../../../test/support/membership.ts';
import type { Person, Platform } from '../../../../test/support/platform.ts';
import { rootOf } from '../../storage/testing/fixture.ts';
import { importKind, laneOf } from '../import/payload.ts';
import { houseFile, imported, newModel, putContent, truncatedFile } from './files.ts';

export interface People {
  readonly p: Platform;
  /** Administers every twin of the organization. */
  readonly owner: Person;
  /** Holds models_webview, storage_read and storage_write. */
  readonly worker: Person;
  /** Holds models_read. */
  readonly reader: Person;
  /** Holds models_read and models_manage. */
  readonly manager: Person;
  /** A member without any permission on models. */
  readonly visitor: Person;
  /** Nobody in the twin. */
  readonly stranger: Person;
}

export interface Fixture extends People {
  readonly twinId: string;
  /** `house.ifc`: version 1 with two walls, version 2 with a longer one and a version 3 that Failed. */
  readonly house: string;
  readonly houseFileId: string;
  readonly first: string;
  readonly second: string;
  readonly third: string;
  /** `waiting.ifc`, whose import waits for a job that comes much later. */
  readonly waiting: string;
  readonly waitingFirst: string;
  /** Recycled. */
  readonly gone: string;
}

export async function peopleOf(p: Platform): Promise<People> {
  const organizationId = await p.organization();
  const owner = await p.person({ organizationId, roles: ['account_administrator'] });
  const person = () => p.person({ organizationId });
  const [worker, reader, manager, visitor] = [await person(), await person(), await person(), await person()];
  return { p, owner, worker, reader, manager, visitor, stranger: await p.person() };
}

export async function fixtureOf(people: People): Promise<Fixture> {
  const { p, owner, worker, reader, manager, visitor } = people;
  const { id: twinId } = await p.twin(owner, { displayName: 'House' });
  await join(p, owner, twinId, worker, ['models_webview', 'storage_read', 'storage_write']);
  await join(p, owner, twinId, reader, ['models_read']);
  await join(p, owner, twinId, manager, ['models_read', 'models_manage']);
  await join(p, owner, twinId, visitor, ['storage_read']);
  const root = await rootOf(p, worker, twinId);
  const house = await newModel(p, worker, root, 'house.ifc', houseFile(5));
  await putContent(p, worker, house.fileId, houseFile(6));
  await putContent(p, worker, house.fileId, truncatedFile());
  const waiting = await newModel(p, worker, root, 'waiting.ifc', houseFile(7), (model) => block(p, owner, model.id));
  const gone = await newModel(p, worker, root, 'gone.ifc', houseFile(undefined));
  await imported(p, worker, gone.id);
  await p.call(owner, `DELETE /storage/files/${gone.fileId}`);
  const [first, second, third] = await imported(p, worker, house.id);
  const [waitingFirst] = (await p.call(worker, `GET /models/${waiting.id}/changesets`)).body.changesets;
  return {
    ...people,
    twinId,
    house: house.id,
    houseFileId: house.fileId,
    first: first.id,
    second: second.id,
    third: third.id,
    waiting: waiting.id,
    waitingFirst: waitingFirst.id,
    gone: gone.id,
  };
}

/** A job that holds up the imports of a model. */
export async function block(p: Platform, who: Person, modelId: string): Promise<void> {
  const payload = { modelId, changesetId: '' };
  const facts = { kind: importKind, twinId: null, title: 'Later', createdBy: who.userId, payload };
  const runAt = Date.now() + 3_600_000;
  await p.app.db.write((tx) => p.app.ports.jobs.enqueue(tx, { ...facts, runAt, lane: laneOf(modelId) }));
}
