import { randomUUID } from 'node:crypto';
import { takeSeats } from '../../../../test/support/job-seats.ts';
import { join } from '../../../../test/support/membership.ts';
import { type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import {
  api as dataApi,
  fill,
  newData,
  newFile,
  type People,
  peopleOf as peopleOfData,
  rootOf,
} from '../../reality-data/testing/fixture.ts';
import { analysis1, analysis2 } from '../api.ts';
import { newDetector, readyVersion } from './detectors.ts';

export const jobs1 = analysis1.path;
export const jobs2 = analysis2.path;

/** Jobs of the surveyor in one twin. Those that are submitted wait: all seats are taken. */
export interface JobFixture extends People {
  readonly twinId: string;
  /** The surveyor is a member there without any permission of reality data. */
  readonly visitedTwin: string;
  readonly photos: string;
  readonly scan: string;
  /** In the recycle bin. */
  readonly gone: string;
  /** A file of Storage, `tower.las`. */
  readonly file: string;
  /** A detector of photo objects, with a version 1.0; the same in a folder. */
  readonly detector: string;
  readonly package: string;
  /** Of version 2: in the queue, and cancelled. */
  readonly queued: string;
  readonly output: string;
  readonly done: string;
  /** Of version 1: unsubmitted, active with its first output, cancelled. */
  readonly job: string;
  readonly active: string;
  readonly output1: string;
  readonly ended: string;
}

/** All seats of analyses are taken, so nothing runs on. */
export async function peopleOf(p: Platform): Promise<People> {
  await takeSeats(p, analysis1.kind);
  return peopleOfData(p);
}

export const newJob2 = async (p: Platform, who: Person, body: object) =>
  requireSuccess(await p.call(who, `POST ${jobs2}`, { body })).job;
export const newJob1 = async (p: Platform, who: Person, body: object) =>
  requireSuccess(await p.call(who, `POST ${jobs1}`, { body })).job;
export const setState = async (p: Platform, who: Person, id: string, state: string) =>
  requireSuccess(await p.call(who, `PATCH ${jobs1}/${id}`, { body: { state } })).job;

const storage = ['storage_read', 'storage_write', 'storage_delete'];
const all = ['realitydata_use', 'realitydata_create', 'realitydata_manage'];

export async function fixtureOf(people: People): Promise<JobFixture> {
  const { p, owner, surveyor, maker, viewer, visitor } = people;
  const [twinId, visitedTwin] = [(await p.twin(owner)).id, (await p.twin(owner)).id];
  await join(p, owner, twinId, surveyor, [...all, ...storage]);
  await join(p, owner, visitedTwin, surveyor, ['models_read']);
  await join(p, owner, twinId, maker, ['realitydata_use', 'realitydata_create']);
  await join(p, owner, twinId, viewer, ['realitydata_use']);
  await join(p, owner, twinId, visitor, ['models_read']);
  const data = (displayName: string, type: string) => newData(p, surveyor, { twinId, displayName, type });
  const photos = await data('Photos', 'CCImageCollection');
  await fill(p, surveyor, photos, { 'a.jpg': 'x' });
  const [scan, gone, folder] = [
    await data('Scan', 'LAS'),
    await data('Gone', 'LAS'),
    await data('Package', 'ContextDetector'),
  ];
  requireSuccess(await p.call(surveyor, `DELETE ${dataApi}/${gone}`));
  const file = await newFile(p, surveyor, await rootOf(p, surveyor, twinId), 'tower.las');
  const detector = await newDetector(p, surveyor, `road-${randomUUID().slice(0, 8)}`);
  await readyVersion(p, surveyor, detector, '1.0');
  const specifications = { inputs: { photos, photoObjectDetector: detector }, outputs: ['objects2D'] };
  const make2 = (name: string) => newJob2(p, surveyor, { type: 'Objects2D', name, twinId, specifications });
  const { id: queued, specifications: asked } = await make2('Queued');
  const { id: done } = await make2('Done');
  requireSuccess(await p.call(surveyor, `DELETE ${jobs2}/${done}`));
  const inputs = [
    { type: 'photos', id: photos },
    { type: 'photoObjectDetector', id: `${detector}/1.0` },
  ];
  const make1 = async (name: string): Promise<string> =>
    (await newJob1(p, surveyor, { type: 'objects2D', name, twinId, inputs, outputs: ['objects2D'] })).id;
  const [job, active, ended] = [await make1('Signs'), await make1('Active'), await make1('Ended')];
  const { outputs } = await setState(p, surveyor, active, 'active');
  await setState(p, surveyor, ended, 'active');
  await setState(p, surveyor, ended, 'cancelled');
  p.takeEvents();
  const items = { photos, scan, gone, file, detector, package: folder, queued, output: asked.outputs.objects2D, done };
  return { ...people, twinId, visitedTwin, ...items, job, active, output1: outputs[0].id, ended };
}
