import { anyCaller } from '../../../api/auth/access-rules.ts';
import type { AccessRule } from '../../../api/http/endpoint.ts';
import { fail } from '../../../api/http/problem.ts';
import { isUuid } from '../../../std/ids.ts';
import { importNotFound } from '../errors.ts';
import type { ImportRow } from '../tables.ts';
import { importOf } from './store.ts';

/** An import, for who brought it in: for all others there is none. */
export const onImport: AccessRule<{ readonly importId: string }, ImportRow> = {
  permit: { ...anyCaller.permit, text: 'Who made the import.' },
  problems: [importNotFound],
  changes: 'own',
  async resolve({ importId }, { db, caller }) {
    const row = isUuid(importId) ? await importOf(db, caller, importId.toLowerCase()) : undefined;
    return row ?? fail(importNotFound);
  },
};
