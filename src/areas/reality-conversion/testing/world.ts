import { inTwin } from '../../../../test/support/verdicts.ts';
import type { Making, WorldPart } from '../../../../test/support/world-part.ts';
import { unique } from '../../../../test/support/world-things.ts';
import { api } from './fixture.ts';

const newOne = async ({ idOf }: Pick<Making, 'idOf'>) => ({
  type: 'Conversion',
  name: unique('Job'),
  twinId: await idOf('twin'),
  inputs: [{ id: await idOf('realityData') }],
  outputs: ['LAZ'],
});

export const world: WorldPart = {
  things: { conversionJob: async (m) => (await m.make(`POST ${api}`, await newOne(m))).job.id },
  thingOf: (path, parameter) => (path.startsWith(api) && parameter === 'id' ? 'conversionJob' : undefined),
  bodies: {
    'realityConversion.createJob': newOne,
    'realityConversion.updateJob': () => ({ name: unique('Job') }),
  },
  queries: {
    'realityConversion.listJobs': async ({ idOf }) => `?$filter=twinId eq ${await idOf('twin')}`,
  },
  exceptions: {
    'realityConversion.createJob': inTwin('realitydata_create'),
    'realityConversion.listJobs': inTwin('realitydata_use'),
  },
  // who may create, and not use the data, is told that there is none
  cannotSucceed: { 'realityConversion.createJob': 422 },
};
