import type { WorldPart } from '../../../../test/support/world-part.ts';
import { unique } from '../../../../test/support/world-things.ts';

const because = 'members of the sandbox, which is asked for through a test application';

/** A sandbox of the administrator. */
export const world: WorldPart = {
  things: {
    sandbox: async ({ make }) =>
      (await make('POST /testmode/sandboxes', { displayName: unique('Sandbox') })).sandbox.id,
  },
  shared: ['sandbox'], // it is made in test mode, whatever the world
  thingOf: (path, name) => (path.startsWith('/testmode/') && name === 'sandboxId' ? 'sandbox' : undefined),
  bodies: {
    'testmode.createSandbox': () => ({ displayName: unique('Sandbox'), days: 1 }),
    'testmode.claimSandbox': () => ({ displayName: unique('Claimed') }),
  },
  exceptions: {
    'testmode.getSandbox': { at: 'sandbox', because },
    'testmode.deleteSandbox': { at: 'sandbox', because },
    'testmode.getMails': { at: 'sandbox', because },
    'testmode.claimSandbox': {
      at: 'sandbox',
      row: [404, 403, 403, 'passes', 'passes', 404],
      because: 'owners and administrators, and who has the key: what decides is in the body',
    },
  },
};
