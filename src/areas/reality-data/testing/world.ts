import { inTwin } from '../../../../test/support/verdicts.ts';
import type { World } from '../../../../test/support/world.ts';
import type { Exception, Making, WorldPart } from '../../../../test/support/world-part.ts';
import { unique } from '../../../../test/support/world-things.ts';
import { api } from './fixture.ts';

const newOne = async ({ idOf }: Pick<Making, 'idOf'>) => ({
  twinId: await idOf('twin'),
  displayName: unique('Scan'),
  type: 'LAS',
});
const newData = async (m: Making): Promise<string> => (await m.make(`POST ${api}`, await newOne(m))).realityData.id;
const newTwin = async ({ make }: Making): Promise<string> =>
  (await make('POST /twins/', { class: 'Endeavor', subClass: 'Project', displayName: 'Beside' })).twin.id;

const things: Required<WorldPart>['things'] = {
  realityData: newData,
  besideTwin: newTwin,
};

const bothTwins: Exception = {
  row: [404, 403, 403, 404, 'passes', 404],
  because: 'both permissions are needed, in both twins; nobody but the administrator sees the other twin',
};

export const world: WorldPart = {
  things,
  thingOf(path, parameter) {
    if (!path.startsWith(api)) return undefined;
    return { id: 'realityData', twinId: 'besideTwin' }[parameter];
  },
  bodies: {
    'realityData.create': (world: World) => newOne(world),
    'realityData.update': () => ({ displayName: unique('Renamed') }),
    'realityData.move': async ({ idOf }) => ({ twinId: await idOf('besideTwin') }),
  },
  queries: {
    'realityData.list': async ({ idOf }) => `?twinId=${await idOf('twin')}`,
    'realityData.picture': () => '?name=a.tif',
  },
  exceptions: {
    'realityData.create': inTwin('realitydata_create'),
    'realityData.list': inTwin('realitydata_use'),
    'realityData.move': { ...bothTwins, row: [404, 403, 404, 404, 'passes', 404] },
    'realityData.associate': bothTwins,
    'realityData.dissociate': bothTwins,
  },
  // what is not associated cannot be parted, and there are no photos
  cannotSucceed: { 'realityData.dissociate': 404, 'realityData.picture': 404 },
};
