import { onlyMaker, owners } from '../../../../test/support/verdicts.ts';
import type { Exception, WorldPart } from '../../../../test/support/world-part.ts';
import { exported, sentImport } from './fixture.ts';

const ofOwners = { row: owners, because: 'the query or the body names the twin, which is looked up after validation' };
const ofMaker: Exception = { row: onlyMaker, because: 'an import is there for who made it; the administrator did' };

/** An export of the twin that is completed, and an import whose file was sent. */
export const world: WorldPart = {
  things: {
    export_: async ({ p, society, idOf }) => exported({ p, administrator: society.administrator }, await idOf('twin')),
    import_: ({ p, society }) => sentImport(p, society.administrator, Buffer.from('An archive')),
  },
  thingOf(path, name) {
    if (!path.startsWith('/archives/')) return undefined;
    return { exportId: 'export_', importId: 'import_' }[name];
  },
  bodies: {
    'archives.createExport': async ({ idOf }) => ({ twinId: await idOf('twin') }),
    'archives.createImport': () => ({ fileName: 'bridge.zip' }),
  },
  queries: { 'archives.getExports': async ({ idOf }) => `?twinId=${await idOf('twin')}` },
  exceptions: {
    'archives.createExport': ofOwners,
    'archives.getExports': ofOwners,
    'archives.createImport': {
      row: [403, 403, 'passes', 'passes', 'passes', 403],
      permission: 'twins_create',
      because: 'who may make twins in any twin or account',
    },
    'archives.completeImport': ofMaker,
    'archives.getImport': ofMaker,
    'archives.deleteImport': ofMaker,
  },
};
