import type { Schemas } from '@twin-platform/client';
import { answerOf, platform, requestOf } from '../platform/client.ts';
import type { TaggedMapping } from './queries.ts';
import type { Epd, Imported, Mapping } from './shapes.ts';

const api = platform.carbonCalculation;
const prefix = '/insights/carbon-calculation';
type Content = Schemas['carbonCalculation']['CarbonMappingUpdate'];

/** Reads declarations out of files, one after the other. */
export async function importEpds(twinId: string, files: readonly File[]): Promise<readonly ImportedFile[]> {
  const all: ImportedFile[] = [];
  for (const file of files) {
    const query = new URLSearchParams({ twinId, fileName: file.name });
    const headers = { 'Content-Type': file.type || 'application/octet-stream' };
    const answer = await requestOf(`${prefix}/epds?${query}`, { method: 'POST', body: file, headers }).then(
      async (response): Promise<ImportedFile> => ({ name: file.name, result: await response.json() }),
      (error: unknown): ImportedFile => ({ name: file.name, error }),
    );
    all.push(answer);
  }
  return all;
}

export interface ImportedFile {
  readonly name: string;
  readonly result?: Imported;
  readonly error?: unknown;
}

export async function removeEpd(epdId: string): Promise<void> {
  await answerOf(api.DELETE(`${prefix}/epds/{epdId}`, { params: { path: { epdId } } }));
}

/** Lets the scenarios that are named count, one of a module at most, and no others. */
export async function chooseScenarios(epdId: string, choices: readonly ScenarioChoice[]): Promise<void> {
  const init = { params: { path: { epdId } }, body: { choices: [...choices] } };
  await answerOf(api.PUT(`${prefix}/epds/{epdId}/scenarios`, init));
}

export interface ScenarioChoice {
  readonly module: NonNullable<Epd['scenarios']>[number]['module'];
  readonly scenario: string;
}

export const createMapping = async (twinId: string, displayName: string): Promise<Mapping> =>
  (await answerOf(api.POST(`${prefix}/mappings`, { body: { twinId, displayName } }))).mapping;

export async function removeMapping(mappingId: string): Promise<void> {
  await answerOf(api.DELETE(`${prefix}/mappings/{mappingId}`, { params: { path: { mappingId } } }));
}

export const contentOf = (mapping: Mapping): Content => {
  const { displayName, studyPeriod, groups, materials } = mapping;
  return { displayName, studyPeriod, groups, materials, default: mapping.default };
};

/** Writes a mapping anew; refused where somebody else has changed it since it was read. */
export async function saveMapping({ id, tag }: TaggedMapping, body: Content): Promise<void> {
  const init = { params: { path: { mappingId: id } }, body, headers: { 'If-Match': tag } };
  await answerOf(api.PUT(`${prefix}/mappings/{mappingId}`, init));
}

export async function reviewMapping({ id, version }: Mapping): Promise<void> {
  const params = { path: { mappingId: id } };
  await answerOf(api.POST(`${prefix}/mappings/{mappingId}/review`, { params, body: { version } }));
}

/** Part of what is calculated: which elements, by which quantity, and what names are of. */
export interface Counted {
  readonly group: string;
  readonly quantity: string;
  readonly names: string;
}

export interface NewCalculation {
  readonly displayName: string;
  readonly modelId: string;
  readonly mappingId: string;
  readonly counted: readonly Counted[];
}

/** Keeps what is to be calculated; answers its id. */
export async function createCalculation(twinId: string, of: NewCalculation): Promise<string> {
  const labels = of.counted.map(({ group, quantity, names }) => ({
    name: `${group === '*' ? 'All elements' : group}, ${quantity.toLowerCase()}`,
    mappingId: of.mappingId,
    groupName: group,
    elementNameColumn: 'Name',
    elementQuantityColumn: quantity,
    materials: [{ nameColumn: names }],
  }));
  const body = { displayName: of.displayName, twinId, modelId: of.modelId, labels };
  return (await answerOf(api.POST(`${prefix}/carbontool-b/configurations`, { body }))).configuration.id;
}

export async function removeCalculation(configurationId: string): Promise<void> {
  const params = { path: { configurationId } };
  await answerOf(api.DELETE(`${prefix}/carbontool-b/configurations/{configurationId}`, { params }));
}

/** Begins a calculation; answers the id of its job. `token`: of an external tool, where one is connected. */
export async function beginCalculation(
  configurationId: string,
  projectName: string,
  token: string,
  extractionId?: string,
): Promise<string> {
  const version = extractionId ? { extractionId } : {};
  const body = { configurationId, projectName, 'carbontool-bBearerToken': token || 'none', ...version };
  const { job } = await answerOf(api.POST(`${prefix}/carbontool-b/jobs`, { body }));
  return idIn(job);
}

/** The answers of the two tools differ; both have an id. */
function idIn(job: object): string {
  if ('id' in job && typeof job.id === 'string') return job.id;
  throw new Error('The server answered no job.');
}
