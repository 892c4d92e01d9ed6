import type { Kit } from '../../kernel/area.ts';
import type { Twins } from '../../kernel/ports/twins.ts';
import { organizationAccount } from './account.ts';
import { ensureTwin } from './setup.ts';
import { factsOf, findTwin } from './twin.store.ts';

/** Twins as other areas use them. */
export const twinsOf = ({ ports, now }: Kit): Twins => ({
  find: findTwin,
  async accountOf(db, organizationId) {
    const row = await organizationAccount(db, organizationId);
    return row && factsOf(row);
  },
  ensure: (tx, given, owner) => ensureTwin(tx, given, owner, ports.access.admitCreator, now()),
});
