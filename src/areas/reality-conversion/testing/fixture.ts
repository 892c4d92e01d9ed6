import { takeSeats } from '../../../../test/support/job-seats.ts';
import { join } from '../../../../test/support/membership.ts';
import { type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import {
  api as dataApi,
  fill,
  newData,
  newFile,
  type People as PeopleOfData,
  peopleOf as peopleOfData,
  rootOf,
} from '../../reality-data/testing/fixture.ts';
import { conversion } from '../api.ts';

export const api = conversion.path;

export interface People extends PeopleOfData {}

/** Jobs of the surveyor in one twin. Those that are submitted wait: all seats are taken. */
export interface Fixture extends People {
  readonly twinId: string;
  /** The surveyor is a member there without any permission of reality data. */
  readonly visitedTwin: string;
  /** Reality data of the types LAS, LAZ, CCImageCollection, Orthophoto. */
  readonly scan: string;
  readonly zipped: string;
  readonly photos: string;
  readonly ortho: string;
  /** In the recycle bin. */
  readonly gone: string;
  /** A file of Storage, `tower.e57`. */
  readonly file: string;
  /** `Scan to tiles`, unsubmitted: scan to GLBC and PNTS. */
  readonly job: string;
  /** `Active`, submitted; its first output. */
  readonly active: string;
  readonly output: string;
  /** `Ended`, submitted and cancelled. */
  readonly ended: string;
  /** `Own`, unsubmitted, of the maker; their e-mail. */
  readonly own: string;
  readonly ownEmail: string;
}

/** All seats of conversions are taken, so nothing runs on. */
export async function peopleOf(p: Platform): Promise<People> {
  await takeSeats(p, conversion.kind);
  return peopleOfData(p);
}

export async function newJob(p: Platform, who: Person, body: object): Promise<string> {
  return requireSuccess(await p.call(who, `POST ${api}`, { body: { type: 'Conversion', ...body } })).job.id;
}

export async function setState(p: Platform, who: Person, id: string, state: string) {
  return requireSuccess(await p.call(who, `PATCH ${api}/${id}`, { body: { state } })).job;
}

const storage = ['storage_read', 'storage_write', 'storage_delete'];
const all = ['realitydata_use', 'realitydata_create', 'realitydata_manage'];

export async function fixtureOf(people: People): Promise<Fixture> {
  const { p, owner, surveyor, maker, viewer, visitor } = people;
  const [twinId, visitedTwin] = [(await p.twin(owner)).id, (await p.twin(owner)).id];
  await join(p, owner, twinId, surveyor, [...all, ...storage]);
  await join(p, owner, visitedTwin, surveyor, ['models_read']);
  await join(p, owner, twinId, maker, ['realitydata_use', 'realitydata_create']);
  await join(p, owner, twinId, viewer, ['realitydata_use']);
  await join(p, owner, twinId, visitor, ['models_read']);
  const data = (displayName: string, type: string) => newData(p, surveyor, { twinId, displayName, type });
  const scan = await data('Site scan', 'LAS');
  await fill(p, surveyor, scan, { 'site.las': 'LASF' });
  const [zipped, photos, ortho] = [
    await data('Zipped', 'LAZ'),
    await data('Photos', 'CCImageCollection'),
    await data('Orthophoto', 'Orthophoto'),
  ];
  const gone = await data('Gone', 'LAS');
  requireSuccess(await p.call(surveyor, `DELETE ${dataApi}/${gone}`));
  const file = await newFile(p, surveyor, await rootOf(p, surveyor, twinId), 'tower.e57');
  const make = (name: string, who = surveyor) =>
    newJob(p, who, { name, twinId, inputs: [{ id: scan }], outputs: ['GLBC', 'PNTS'] });
  const job = await make('Scan to tiles');
  const active = await make('Active');
  const { outputs } = await setState(p, surveyor, active, 'active');
  const ended = await make('Ended');
  await setState(p, surveyor, ended, 'active');
  await setState(p, surveyor, ended, 'cancelled');
  const own = await make('Own', maker);
  p.takeEvents();
  const items = {
    scan,
    zipped,
    photos,
    ortho,
    gone,
    file,
    job,
    active,
    output: outputs[0].id,
    ended,
    own,
    ownEmail: maker.email,
  };
  return { ...people, twinId, visitedTwin, ...items };
}
