import { takeSeats } from '../../../../test/support/job-seats.ts';
import { join } from '../../../../test/support/membership.ts';
import { type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import {
  api as dataApi,
  fill,
  newData,
  type People,
  peopleOf as peopleOfData,
} from '../../reality-data/testing/fixture.ts';
import { capture, prefix } from '../api.ts';

export const api = capture.path;
export const workspaces = `${prefix}/workspaces`;

/** Jobs of the surveyor in one twin. Those that are submitted wait: all seats are taken. */
export interface Fixture extends People {
  readonly twinId: string;
  /** The surveyor is a member there without any permission of reality data. */
  readonly visitedTwin: string;
  /** `Drone photos`, with one photo. */
  readonly photos: string;
  /** In the recycle bin. */
  readonly gone: string;
  /** `Bridge`, of the surveyor. */
  readonly workspace: string;
  /** `Private`, of the maker, without a twin; a job in it. */
  readonly private: string;
  readonly privateJob: string;
  /** Without a twin, of the viewer. */
  readonly viewersOwn: string;
  /** `Survey`, unsubmitted: photos to LAS and Cesium 3D Tiles. */
  readonly job: string;
  /** `Active`, submitted; its first output. */
  readonly active: string;
  readonly output: string;
  /** `Ended`, submitted and cancelled. */
  readonly ended: string;
}

/** All seats of modeling are taken, so nothing runs on. */
export async function peopleOf(p: Platform): Promise<People> {
  await takeSeats(p, capture.kind);
  return peopleOfData(p);
}

export async function newWorkspace(p: Platform, who: Person, body: object): Promise<string> {
  return requireSuccess(await p.call(who, `POST ${workspaces}`, { body })).workspace.id;
}

export async function newJob(p: Platform, who: Person, body: object): Promise<string> {
  return requireSuccess(await p.call(who, `POST ${api}`, { body: { type: 'Full', ...body } })).job.id;
}

export async function setState(p: Platform, who: Person, id: string, state: string) {
  return requireSuccess(await p.call(who, `PATCH ${api}/${id}`, { body: { state } })).job;
}

const all = ['realitydata_use', 'realitydata_create', 'realitydata_manage'];

export async function fixtureOf(people: People): Promise<Fixture> {
  const { p, owner, surveyor, maker, viewer, visitor } = people;
  const [twinId, visitedTwin] = [(await p.twin(owner)).id, (await p.twin(owner)).id];
  await join(p, owner, twinId, surveyor, [...all, 'storage_read']);
  await join(p, owner, visitedTwin, surveyor, ['models_read']);
  await join(p, owner, twinId, maker, ['realitydata_use', 'realitydata_create']);
  await join(p, owner, twinId, viewer, ['realitydata_use']);
  await join(p, owner, twinId, visitor, ['models_read']);
  const data = (displayName: string) => newData(p, surveyor, { twinId, displayName, type: 'CCImageCollection' });
  const photos = await data('Drone photos');
  await fill(p, surveyor, photos, { 'IMG_1.jpg': 'no photo' });
  const gone = await data('Gone');
  requireSuccess(await p.call(surveyor, `DELETE ${dataApi}/${gone}`));
  const workspace = await newWorkspace(p, surveyor, { name: 'Bridge', twinId });
  const make = (name: string, workspaceId = workspace, who = surveyor) =>
    newJob(p, who, {
      name,
      workspaceId,
      inputs: [{ id: photos, description: 'North side' }],
      settings: { quality: 'Draft', outputs: ['LAS', 'Cesium 3D Tiles'] },
    });
  const job = await make('Survey');
  const active = await make('Active');
  const { jobSettings } = await setState(p, surveyor, active, 'Active');
  const ended = await make('Ended');
  await setState(p, surveyor, ended, 'active');
  await setState(p, surveyor, ended, 'cancelled');
  const hidden = await newWorkspace(p, maker, { name: 'Private' });
  const privateJob = await make('Private', hidden, maker);
  const viewersOwn = await newWorkspace(p, viewer, { name: 'Seen only' });
  p.takeEvents();
  const items = { photos, gone, workspace, private: hidden, privateJob, viewersOwn, job, active, ended };
  return { ...people, twinId, visitedTwin, ...items, output: jobSettings.outputs[0].id };
}
