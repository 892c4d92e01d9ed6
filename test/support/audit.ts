import { auditLog } from '../../src/areas/audit/log.ts';
import { silentLog } from '../../src/kernel/log.ts';

export { auditMigrations } from '../../src/areas/audit/tables.ts';

/** The real log of the audit area, over whatever database a transaction is of. */
export const testAudit = auditLog(silentLog, () => Date.now());
