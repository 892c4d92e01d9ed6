import { inTwin } from '../../../../test/support/verdicts.ts';
import type { Making, WorldPart } from '../../../../test/support/world-part.ts';
import { unique } from '../../../../test/support/world-things.ts';
import { prefix } from '../api.ts';
import { api, workspaces } from './fixture.ts';

type Ids = Pick<Making, 'idOf'>;

const newWorkspace = async ({ idOf }: Ids) => ({ name: unique('Workspace'), twinId: await idOf('twin') });
const newJob = async ({ idOf }: Ids) => ({
  type: 'Full',
  name: unique('Job'),
  workspaceId: await idOf('captureWorkspace'),
  inputs: [{ id: await idOf('realityData') }],
  settings: { quality: 'Draft', outputs: ['LAS'] },
});

export const world: WorldPart = {
  things: {
    captureWorkspace: async (m) => (await m.make(`POST ${workspaces}`, await newWorkspace(m))).workspace.id,
    captureJob: async (m) => (await m.make(`POST ${api}`, await newJob(m))).job.id,
  },
  thingOf(path, parameter) {
    if (!path.startsWith(`${prefix}/`) || parameter !== 'id') return undefined;
    return path.startsWith(workspaces) ? 'captureWorkspace' : 'captureJob';
  },
  bodies: {
    'capture.createWorkspace': newWorkspace,
    'capture.createJob': newJob,
    'capture.updateJob': () => ({ settings: { quality: 'Medium' } }),
  },
  queries: { 'capture.listJobs': async ({ idOf }) => `?$filter=twinId eq ${await idOf('twin')}` },
  exceptions: {
    'capture.createWorkspace': inTwin('realitydata_create'),
    'capture.createJob': {
      row: ['passes', 403, 'passes', 'passes', 'passes', 'passes'],
      permission: 'realitydata_create',
      because: 'a workspace that the caller does not see is a fault of the body (capture.md section 3)',
    },
    'capture.listJobs': inTwin('realitydata_use'),
  },
  // who may create, and not use the data, is told that there is none
  cannotSucceed: { 'capture.createJob': 422 },
  stated: { 'capture.createJob': { all: 422 } },
};
