import type { Context } from '../../../api/http/context.ts';
import type { TwinFacts } from '../../../api/ports/twins.ts';
import { type AuditAction, type AuditOutcome, inTwinBy } from '../../../kernel/audit.ts';
import type { Transaction } from '../../../kernel/db/database.ts';
import type { SystemRow } from '../tables.ts';

interface Recording {
  readonly twin: TwinFacts;
  readonly context: Pick<Context, 'by' | 'ports'>;
  readonly detail?: string;
  readonly outcome?: AuditOutcome;
}

/** Records what is done with a system and its credentials, which it never tells. */
export const recordSystem = (
  tx: Transaction,
  action: Extract<AuditAction, `system.${string}`>,
  { id, name }: SystemRow,
  { twin, context: { by, ports }, ...more }: Recording,
): Promise<void> =>
  ports.audit.record(tx, { action, ...inTwinBy(twin, by), about: { type: 'System', id, name }, ...more });
