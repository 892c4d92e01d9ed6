import type { Kit } from '../../api/area.ts';
import type { Twins } from '../../api/ports/twins.ts';
import { findAccountOf, organizationAccount, primaryAccount } from './account.ts';
import { sandboxTwins } from './sandbox/twins.ts';
import { ensureTwin } from './setup.ts';
import { factsOf, findRow, findTwin, severalAccounts } from './twin/store.ts';
import { twinDetails } from './twin/view.ts';

/** Twins as other areas use them. */
export const twinsOf = ({ ports, now }: Kit): Twins => ({
  find: findTwin,
  async accountOf(db, organizationId) {
    const row = await organizationAccount(db, organizationId);
    return row && factsOf(row);
  },
  async primaryAccount(db, person) {
    const row = await findAccountOf(db, person);
    return row && factsOf(row);
  },
  severalAccounts,
  ensurePrimaryAccount: async (tx, caller) =>
    factsOf(await primaryAccount(tx, caller, ports.access.admitCreator, now())),
  sandboxes: sandboxTwins(ports),
  async show(db, twinId, links) {
    const row = await findRow(db, twinId);
    return row && twinDetails(row, links);
  },
  ensure: (tx, given, owner) => ensureTwin(tx, given, owner, ports.access.admitCreator, now()),
});
