import type { Ports } from '../api/ports/ports.ts';
import { type AuditOwner, logOfTwin, theSystem } from '../kernel/audit.ts';
import type { RecordDamage } from '../kernel/blobs/damage.ts';
import { modeOf } from '../kernel/callers/mode.ts';
import type { Reader } from '../kernel/db/database.ts';

type Needs = Pick<Ports, 'audit' | 'files' | 'people' | 'twins'>;

/**
 * Records missing or changed bytes in the log of the organization whose file they are; where no file of Storage names them, in the log of
 * every organization, since nobody knows whose they are.
 */
export const recordDamage =
  (ports: () => Needs): RecordDamage =>
  async (tx, { id, area, container, fault }) => {
    const { audit, files, people, twins } = ports();
    const file = await files.ofBlob(tx, id);
    const twin = file && (await twins.find(tx, file.twinId));
    const entry = {
      action: `content.${fault}` as const,
      outcome: 'Refused' as const,
      by: theSystem,
      about: { type: 'Content', id, name: file?.name ?? `${area}/${container}` } as const,
      ...(file && { twinId: file.twinId }),
      ...(twin && { mode: modeOf(twin) }),
    };
    const owners = twin ? [logOfTwin(twin)] : await everyLog(tx, people);
    for (const owner of owners) await audit.record(tx, { ...entry, owner });
  };

async function everyLog(db: Reader, people: Needs['people']): Promise<AuditOwner[]> {
  return (await people.organizationIds(db)).map((organizationId) => ({ organizationId, userId: null }));
}
