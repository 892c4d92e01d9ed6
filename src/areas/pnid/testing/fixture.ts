import { eventually } from '../../../../test/support/eventually.ts';
import { join } from '../../../../test/support/membership.ts';
import { type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import { smallSheet } from '../../../engines/drawings/testing/sheets.ts';
import { fileIdOf } from '../file-id.ts';

export const pnid = '/synchronization/pnidtoitwin';
export const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';

export interface People {
  readonly p: Platform;
  /** The Account of the organization: whoever belongs to it sees it, few are members. */
  readonly accountId: string;
  /** Administers every twin of the organization. */
  readonly owner: Person;
  /** Holds MLRunInference and nothing else. */
  readonly engineer: Person;
  /** A member of the twin. */
  readonly viewer: Person;
  /** Nobody in the twin. */
  readonly stranger: Person;
}

export interface Fixture extends People {
  readonly twinId: string;
  /** With an input. */
  readonly inference: string;
  readonly input: string;
  /** Without. */
  readonly bare: string;
  /** A symbol set of the twin with the basic symbols. */
  readonly set: string;
  readonly unknown: string;
}

export async function peopleOf(p: Platform): Promise<People> {
  const organizationId = await p.organization();
  const owner = await p.person({ organizationId, roles: ['account_administrator'] });
  const [engineer, viewer] = [await p.person({ organizationId }), await p.person({ organizationId })];
  const accountId = requireSuccess(await p.call(owner, 'GET /twins/myprimaryaccount')).twin.id;
  return { p, accountId, owner, engineer, viewer, stranger: await p.person() };
}

/** A twin of its own. */
export async function placeOf(people: People): Promise<People & { readonly twinId: string }> {
  const { p, owner, engineer, viewer } = people;
  const { id: twinId } = await p.twin(owner, { displayName: 'Plant' });
  await join(p, owner, twinId, engineer, ['MLRunInference']);
  await join(p, owner, twinId, viewer, ['models_read']);
  return { ...people, twinId };
}

type Place = Pick<Fixture, 'p' | 'engineer' | 'twinId'>;

export async function newInference({ p, engineer, twinId }: Place, more: object = {}): Promise<string> {
  const body = { modelVersion: '1.3', twinId, ...more };
  return requireSuccess(await p.call(engineer, `POST ${pnid}/inferences`, { body })).inference.id;
}

const types: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  dxf: 'image/vnd.dxf',
  png: 'image/png',
  bmp: 'image/bmp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};

export const headersFor = (name: string): Record<string, string> => ({
  'Content-Type': types[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'text/plain',
  'Content-Disposition': `attachment; filename="${name}"`,
});

/** Makes a symbol set; answers its id. */
export async function newSet({ p, engineer, twinId }: Place, more: object = {}): Promise<string> {
  const body = { twinId, displayName: 'Refinery', ...more };
  return requireSuccess(await p.call(engineer, `POST ${pnid}/symbolsets`, { body })).symbolSet.id;
}

/** Uploads a file; answers its id. */
export async function putInput(
  { p, engineer }: Place,
  inference: string,
  name: string,
  body: string | Uint8Array,
): Promise<string> {
  const sent = { body, headers: headersFor(name) };
  return requireSuccess(await p.call(engineer, `POST ${pnid}/inferences/${inference}/inputs/`, sent)).input.id;
}

export async function fixtureOf(people: People): Promise<Fixture> {
  const place = await placeOf(people);
  const inference = await newInference(place);
  const input = await putInput(place, inference, 'plant.svg', smallSheet());
  const fixture = { ...place, inference, input, bare: await newInference(place), set: await newSet(place), unknown };
  place.p.takeEvents();
  return fixture;
}

export const startRun = async ({ p, engineer }: Place, inference: string) =>
  requireSuccess(await p.call(engineer, `POST ${pnid}/inferences/${inference}/run`)).run;

/** Waits until a run is over; answers it. */
export async function endedRun({ p, engineer }: Place, inference: string) {
  let run: { status: string; progress: number; duration: string } = { status: '', progress: 0, duration: '' };
  await eventually(async () => {
    run = requireSuccess(await p.call(engineer, `GET ${pnid}/inferences/${inference}/run`)).run;
    if (run.status === 'queued' || run.status === 'inProgress') throw new Error(`The run is ${run.status}.`);
  });
  return run;
}

export const resultNames = async ({ p, engineer }: Place, inference: string): Promise<string[]> =>
  requireSuccess(await p.call(engineer, `GET ${pnid}/inferences/${inference}/run/results`)).results.map(
    ({ filename }: { filename: string }) => filename,
  );

/** A result that is JSON. */
export async function resultOf({ p, engineer }: Place, inference: string, name: string) {
  const path = `${pnid}/inferences/${inference}/run/results/${fileIdOf(name)}/content`;
  return requireSuccess(await p.call(engineer, `GET ${path}`));
}
