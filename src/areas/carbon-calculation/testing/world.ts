import { requireSuccess } from '../../../../test/support/platform.ts';
import { inTwin } from '../../../../test/support/verdicts.ts';
import type { Exception, Making, WorldPart } from '../../../../test/support/world-part.ts';
import { unique } from '../../../../test/support/world-things.ts';
import { prefix, suffixOf, type Tool, tools } from '../tools.ts';
import { extractionLabel, unknown } from './fixture.ts';
import { concreteRow, csvHeader, endedJob, entriesOf, tokenB } from './house.ts';

type Ids = Pick<Making, 'idOf'>;

const content = () => ({ displayName: unique('House'), labels: [extractionLabel] });
const configuration = async ({ idOf }: Ids) => ({ ...content(), twinId: await idOf('twin'), modelId: unknown });
const ofTwin = async ({ idOf }: Ids) => `?twinId=${await idOf('twin')}`;
const declaration = () => `${csvHeader}\n${concreteRow.replace('Light concrete', unique('Concrete'))}\n`;

const forEachTool = <T>(name: string, value: (tool: Tool) => T): Record<string, T> =>
  Object.fromEntries(tools.map((tool) => [`carbonCalculation.${name}${suffixOf(tool)}`, value(tool)]));
const thing = (kind: string, tool: Tool): string => `carbon${kind}${suffixOf(tool)}`;

/** Its mapping is unknown, so that the job ends at once and nothing runs on. */
const jobOf =
  (tool: Tool) =>
  async ({ idOf }: Ids) => {
    const configurationId = await idOf(thing('Configuration', tool));
    return tool === 'carbontool-a' ? { configurationId, token: 'x' } : { configurationId, ...tokenB };
  };

const things: Required<WorldPart>['things'] = {
  ...Object.fromEntries(
    tools.flatMap((tool) => [
      [
        thing('Configuration', tool),
        async (m: Making) =>
          (await m.make(`POST ${prefix}/${tool}/configurations`, await configuration(m))).configuration.id,
      ],
      [
        thing('Job', tool),
        async (m: Making) => (await m.make(`POST ${prefix}/${tool}/jobs`, await jobOf(tool)(m))).job.id,
      ],
    ]),
  ),
  carbonResult: resultIn,
  async carbonEpd(m) {
    const headers = { 'Content-Type': 'text/csv' };
    const call = `POST ${prefix}/epds${await ofTwin(m)}`;
    const answer = await m.p.call(m.society.administrator, call, { body: declaration(), headers });
    return requireSuccess(answer).imported[0].id;
  },
  async carbonMapping(m) {
    const body = {
      twinId: await m.idOf('twin'),
      displayName: unique('Mapping'),
      ...entriesOf(await m.idOf('carbonEpd')),
    };
    return (await m.make(`POST ${prefix}/mappings`, body)).mapping.id;
  },
};

/** A job that has succeeded, though it could calculate nothing: its mapping is empty. */
async function resultIn({ p, society, make, idOf }: Making): Promise<string> {
  const [twinId, modelId] = [await idOf('twin'), await idOf('model')];
  const { mapping } = await make(`POST ${prefix}/mappings`, { twinId, displayName: unique('Empty') });
  await make(`POST ${prefix}/mappings/${mapping.id}/review`, { version: 1 });
  const labels = [{ ...extractionLabel, mappingId: mapping.id, groupName: '*' }];
  const configuration = { displayName: unique('Nothing'), twinId, modelId, labels };
  const made = await make(`POST ${prefix}/carbontool-b/configurations`, configuration);
  const body = { ...tokenB, configurationId: made.configuration.id };
  const { id } = (await make(`POST ${prefix}/carbontool-b/jobs`, body)).job;
  await endedJob({ p, engineer: society.administrator }, id);
  return id;
}

/** Which configuration a body names is found out with its other faults. */
const byConfiguration: Exception = {
  row: ['passes', 403, 'passes', 'passes', 'passes', 'passes'],
  permission: 'carbon_calculate',
  because: 'a configuration that the caller has no access to is a fault of the body (carbon-calculation.md section 3)',
};

export const world: WorldPart = {
  things,
  thingOf(path, parameter) {
    if (!path.startsWith(`${prefix}/`)) return undefined;
    const tool = tools.find((one) => path.startsWith(`${prefix}/${one}/`));
    const ofTool = tool && { configurationId: thing('Configuration', tool), jobId: thing('Job', tool) };
    return { ...ofTool, epdId: 'carbonEpd', mappingId: 'carbonMapping' }[parameter];
  },
  bodies: {
    ...forEachTool('createConfiguration', () => configuration),
    ...forEachTool('updateConfiguration', () => content),
    ...forEachTool('createJob', jobOf),
    'carbonCalculation.importEpds': declaration,
    'carbonCalculation.chooseScenarios': () => ({ choices: [] }),
    'carbonCalculation.createMapping': async ({ idOf }) => ({
      twinId: await idOf('twin'),
      displayName: unique('Mapping'),
    }),
    'carbonCalculation.updateMapping': () => ({ displayName: unique('Mapping') }),
    'carbonCalculation.reviewMapping': () => ({ version: 1 }),
  },
  queries: {
    ...forEachTool('getConfigurations', () => ofTwin),
    'carbonCalculation.importEpds': ofTwin,
    'carbonCalculation.getEpds': ofTwin,
    'carbonCalculation.getResults': ofTwin,
    'carbonCalculation.getMappings': ofTwin,
    'carbonCalculation.getMaterials': async (world) => `${await ofTwin(world)}&modelId=${await world.idOf('model')}`,
    'carbonCalculation.compare': async (world) => {
      const job = await world.idOf('carbonResult');
      return `${await ofTwin(world)}&before=${job}&after=${job}`;
    },
  },
  exceptions: {
    ...forEachTool('createConfiguration', () => inTwin('carbon_calculate')),
    ...forEachTool('createJob', () => byConfiguration),
    'carbonCalculation.createMapping': inTwin('carbon_calculate'),
  },
  cannotSucceed: forEachTool('createJob', () => 422),
  stated: forEachTool('createJob', () => ({ all: 422 })),
};
