import { join } from '../../../../test/support/membership.ts';
import { type Person, type Platform, requireSuccess } from '../../../../test/support/platform.ts';
import { partsOfItemId } from '../../../std/item-id.ts';
import { beginFile, rootOf, upload } from '../../storage/testing/fixture.ts';

export const carbon = '/insights/carbon-calculation';

export interface People {
  readonly p: Platform;
  /** Administers every twin of the organization. */
  readonly owner: Person;
  /** Holds carbon_calculate and nothing else. */
  readonly engineer: Person;
  /** Holds models_read, storage_read and storage_write: uploads what there is. */
  readonly uploader: Person;
  /** Holds models_read only. */
  readonly viewer: Person;
  /** Nobody in the twin. */
  readonly stranger: Person;
}

export interface Place extends People {
  readonly twinId: string;
  readonly root: string;
}

export interface Fixture extends Place {
  /** `quantities.csv` of the twin, as a report. */
  readonly report: string;
  /** A GUID of nothing. */
  readonly unknown: string;
  /** Of tool b: of the extraction form, and of the report form. */
  readonly configuration: string;
  readonly ofReport: string;
  /** Of tool a. */
  readonly configurationA: string;
}

export async function peopleOf(p: Platform): Promise<People> {
  const organizationId = await p.organization();
  const owner = await p.person({ organizationId, roles: ['account_administrator'] });
  const person = () => p.person({ organizationId });
  const [engineer, uploader, viewer] = [await person(), await person(), await person()];
  return { p, owner, engineer, uploader, viewer, stranger: await p.person() };
}

/** A twin of its own. */
export async function placeOf(people: People): Promise<Place> {
  const { p, owner, engineer, uploader, viewer } = people;
  const { id: twinId } = await p.twin(owner, { displayName: 'House' });
  await join(p, owner, twinId, engineer, ['carbon_calculate']);
  await join(p, owner, twinId, uploader, ['models_read', 'storage_read', 'storage_write', 'storage_delete']);
  await join(p, owner, twinId, viewer, ['models_read']);
  return { ...people, twinId, root: await rootOf(p, uploader, twinId) };
}

/** A file of the twin; answers its id. */
export async function newFile({ p, uploader, root }: Place, name: string, content: string | Buffer): Promise<string> {
  const { id, url } = await beginFile(p, uploader, root, name);
  await upload(url, content);
  requireSuccess(await p.call(uploader, `POST /storage/files/${id}/complete`));
  return id;
}

/** The GUID by which a report names a file. */
export const reportOf = (fileId: string): string => partsOfItemId(fileId)?.guid ?? '';

export const unknown = 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11';
export const walls = {
  name: 'Walls',
  elementNameColumn: 'Name',
  elementQuantityColumn: 'Volume',
  materials: [{ nameColumn: 'Material' }],
};
export const extractionLabel = { ...walls, mappingId: unknown, groupName: 'Walls' };
export const reportLabel = { ...walls, reportTable: 'quantities' };

export async function newConfiguration(
  { p, engineer }: People,
  body: object,
  tool: 'carbontool-a' | 'carbontool-b' = 'carbontool-b',
): Promise<string> {
  const answer = await p.call(engineer, `POST ${carbon}/${tool}/configurations`, { body });
  return requireSuccess(answer).configuration.id;
}

const table = 'Name,Volume [m3],Material\nWall,2,Concrete\n';

export async function fixtureOf(people: People): Promise<Fixture> {
  const place = await placeOf(people);
  const { twinId } = place;
  const report = reportOf(await newFile(place, 'quantities.csv', table));
  const extraction = { displayName: 'House, walls', twinId, modelId: unknown, labels: [extractionLabel] };
  const configurations = {
    configuration: await newConfiguration(place, { ...extraction, description: 'Light\nconcrete' }),
    ofReport: await newConfiguration(place, { displayName: 'Report', reportId: report, labels: [reportLabel] }),
    configurationA: await newConfiguration(place, extraction, 'carbontool-a'),
  };
  place.p.takeEvents();
  return { ...place, ...configurations, report, unknown };
}
