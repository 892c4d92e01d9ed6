import { inTwin } from '../../../../test/support/verdicts.ts';
import type { Exception, Making, WorldPart } from '../../../../test/support/world-part.ts';
import { unique } from '../../../../test/support/world-things.ts';
import { prefix, suffixOf, type Tool, tools } from '../tools.ts';
import { extractionLabel, unknown } from './fixture.ts';

type Ids = Pick<Making, 'idOf'>;

const content = () => ({ displayName: unique('House'), labels: [extractionLabel] });
const configuration = async ({ idOf }: Ids) => ({ ...content(), twinId: await idOf('twin'), modelId: unknown });
const ofTwin = async ({ idOf }: Ids) => `?twinId=${await idOf('twin')}`;

const forEachTool = <T>(name: string, value: T): Record<string, T> =>
  Object.fromEntries(tools.map((tool) => [`carbonCalculation.${name}${suffixOf(tool)}`, value]));
const thing = (kind: string, tool: Tool): string => `carbon${kind}${suffixOf(tool)}`;

const things: Required<WorldPart>['things'] = Object.fromEntries(
  tools.map((tool) => [
    thing('Configuration', tool),
    async (m: Making) =>
      (await m.make(`POST ${prefix}/${tool}/configurations`, await configuration(m))).configuration.id,
  ]),
);

const exceptions: Readonly<Record<string, Exception>> = {
  ...forEachTool('createConfiguration', inTwin('carbon_calculate')),
};

export const world: WorldPart = {
  things,
  thingOf(path, parameter) {
    const tool = tools.find((one) => path.startsWith(`${prefix}/${one}/`));
    return tool !== undefined && parameter === 'configurationId' ? thing('Configuration', tool) : undefined;
  },
  bodies: {
    ...forEachTool('createConfiguration', configuration),
    ...forEachTool('updateConfiguration', content),
  },
  queries: forEachTool('getConfigurations', ofTwin),
  exceptions,
};
