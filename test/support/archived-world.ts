import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version21, zipped } from '../../src/engines/bcf/testing/files.ts';
import { eventually } from './eventually.ts';
import { requireSuccess } from './platform.ts';
import type { World } from './world.ts';
import { smallPicture } from './world-things.ts';

const pnid = '/synchronization/pnidtoitwin';

/** Makes in the twin of a world what its own things leave empty: afterwards every table that is archived has a row of it. */
export async function completeForArchive(world: World): Promise<void> {
  await world.complete();
  const { p, society, idOf } = world;
  const twin = await idOf('twin');
  const make = async (operation: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    requireSuccess(
      await p.call(society.administrator, operation, { headers, ...(body === undefined ? {} : { body }) }),
    );
  await p.person({ organizationId: society.organizationId, groups: ['Archivists'] });
  await make(`PATCH /accesscontrol/twins/${twin}/groups/${await idOf('otherGroup')}`, { imsGroups: ['Archivists'] });
  await make('PUT /changedelements/tracking', { twinId: twin, modelId: await idOf('model'), enable: true });
  await make(`PUT ${pnid}/symbolsets/${await idOf('pnidSet')}`, { displayName: 'Symbols of later' });
  await reviewSheet(world, make);
  const beside = await idOf('besideTwin');
  await make(`POST /reality-management/reality-data/${await idOf('realityData')}/twins/${beside}`);
  await make(`GET /reality-analysis/twins/${twin}/bucket`);
  await make(`PATCH /savedviews/${await idOf('savedView')}`, { tagIds: [await idOf('viewTag')] });
  await make(`PATCH /scenes/${await idOf('scene')}?twinId=${twin}`, { tagIds: [await idOf('sceneTag')] });
  await makeForms(world, make);
}

type Make = (operation: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Made>;
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Made = any;

/** Approves a symbol of a sheet. */
async function reviewSheet({ idOf }: World, make: Make): Promise<void> {
  const path = `${pnid}/inferences/${await idOf('pnidRead')}/run/results/${await idOf('pnidResult')}/content`;
  const read = await make(`GET ${path}`);
  await make(`PUT ${path}`, { ...read, regions: [...read.regions, drawn] });
}

const drawn = {
  id: 'drawn',
  modelClass: 'FILTER',
  userLabel: 'S-7',
  status: 'approved',
  boundingBox: { left: 50, top: 38, width: 40, height: 30 },
};

/** A definition of another twin with a form, one that is shared with another twin, and an issue of another program. */
async function makeForms({ p, society, idOf }: World, make: Make): Promise<void> {
  const [twin, beside] = [await idOf('twin'), await idOf('besideTwin')];
  const share = (source: string, to: string) =>
    make('POST /forms/form-definitions/import', {
      sourceFormDefinitionId: source,
      destinationTwinId: to,
      importAction: 'Share',
    });
  const { formDefinition } = await make('POST /forms/templates/import', {
    templateName: 'Inspection',
    destinationTwinId: beside,
  });
  for (const id of [formDefinition.id, await idOf('formDefinition')]) {
    await make(`PATCH /forms/form-definitions/${id}`, { shareType: 'ReadOnly' });
  }
  await share(formDefinition.id, twin);
  await make('POST /forms/', { formId: formDefinition.id, twinId: twin });
  await share(await idOf('formDefinition'), beside);
  const folder = mkdtempSync(join(tmpdir(), 'archived-bcf-'));
  const file = readFileSync(await zipped(folder, 'old.bcfzip', version21(Buffer.from(await smallPicture()))));
  rmSync(folder, { recursive: true });
  const path = `/forms/bcf?twinId=${twin}&formDefinitionId=${await idOf('formDefinition')}`;
  const { job } = await make(`POST ${path}`, new Uint8Array(file), { 'Content-Type': 'application/octet-stream' });
  await eventually(async () => {
    const { state } = requireSuccess(await p.call(society.administrator, `GET /jobs/${job.id}`)).job;
    if (state !== 'Succeeded') throw new Error(`The import is ${state}.`);
  });
}
