import { owners } from '../../../../test/support/verdicts.ts';
import type { WorldPart } from '../../../../test/support/world-part.ts';
import { exported } from './fixture.ts';

const ofOwners = { row: owners, because: 'the query or the body names the twin, which is looked up after validation' };

/** An export of the twin that is completed. */
export const world: WorldPart = {
  things: {
    export_: async ({ p, society, idOf }) => exported({ p, administrator: society.administrator }, await idOf('twin')),
  },
  thingOf: (path, name) => (path.startsWith('/archives/') && name === 'exportId' ? 'export_' : undefined),
  bodies: { 'archives.createExport': async ({ idOf }) => ({ twinId: await idOf('twin') }) },
  queries: { 'archives.getExports': async ({ idOf }) => `?twinId=${await idOf('twin')}` },
  exceptions: { 'archives.createExport': ofOwners, 'archives.getExports': ofOwners },
};
