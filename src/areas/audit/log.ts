import type { Audit, AuditEntry, AuditFilter, AuditOwner } from '../../kernel/audit.ts';
import type { Mode } from '../../kernel/callers/people.ts';
import { type Condition, condition } from '../../kernel/db/condition.ts';
import type { Transaction } from '../../kernel/db/database.ts';
import { newId } from '../../std/ids.ts';
import type { Log } from '../../std/log.ts';
import { nextSequence } from '../../std/sequence.ts';
import { fold } from '../../std/text.ts';
import { type EntryRow, q } from './tables.ts';

const longestText = 500;
const shortened = (text: string): string => text.slice(0, longestText);

/** Writes and reads the table of entries. */
export const auditLog = (log: Log, now: () => number): Audit => ({
  async record(tx, entry) {
    const { action, outcome = 'Succeeded', owner, by, about, twinId, mode, detail } = entry;
    const time = now();
    const row: EntryRow = {
      id: newId(),
      position: nextSequence(time),
      time,
      organization_id: owner.organizationId,
      user_id: owner.userId,
      action,
      outcome,
      actor_id: by.userId,
      actor_client: by.clientId,
      actor_email: by.email,
      actor_folded: by.email === null ? null : fold(by.email),
      address: by.address,
      user_agent: shortened(by.userAgent),
      about_type: about.type,
      about_id: about.id,
      about_name: shortened(about.name),
      about_folded: fold(shortened(about.name)),
      twin_id: twinId ?? null,
      mode: mode ?? null,
      detail: detail === undefined ? null : shortened(detail),
      correlation_id: by.correlationId,
    };
    await tx.run(q.insertInto('audit_entries').values(row));
    tx.afterCommit(() => log.info({ audit: action, ...factsOf(row) }, 'audit'));
  },
  async list(db, owner, filter, limit) {
    const rows = await db.all(restricted(owner, filter).orderBy('position', 'desc').orderBy('id', 'desc').limit(limit));
    return rows.map(entryOf);
  },
});

/** The row as the line of the server's log tells it. */
function factsOf({
  id,
  outcome,
  organization_id,
  actor_id,
  actor_client,
  address,
  about_type,
  about_id,
  twin_id,
  correlation_id,
}: EntryRow) {
  return {
    outcome,
    entry: id,
    organization: organization_id ?? undefined,
    user: actor_id ?? undefined,
    application: actor_client ?? undefined,
    address,
    about: `${about_type} ${about_id}`,
    twin: twin_id ?? undefined,
    correlationId: correlation_id,
  };
}

/** What belongs to no twin is seen in both modes. */
const ofMode = (mode: Mode): Condition =>
  mode === 'Test'
    ? condition`mode = 'Test' or (mode is null and twin_id is null)`
    : condition`mode is null or mode = 'Production'`;

/** A log has one owner; entries that belong to nobody are in none. */
function restricted({ organizationId, userId }: AuditOwner, filter: AuditFilter) {
  const { from, to, action, actor, about, twinId, outcome, before, mode } = filter;
  let rows = q.selectFrom('audit_entries').selectAll();
  rows =
    organizationId === null
      ? rows.where('organization_id', 'is', null)
      : rows.where('organization_id', '=', organizationId);
  if (organizationId === null) rows = rows.where('user_id', '=', userId);
  if (mode !== undefined) rows = rows.where(ofMode(mode));
  if (from !== undefined) rows = rows.where('time', '>=', from);
  if (to !== undefined) rows = rows.where('time', '<', to);
  if (action !== undefined) rows = rows.where('action', '=', action);
  if (outcome !== undefined) rows = rows.where('outcome', '=', outcome);
  if (twinId !== undefined) rows = rows.where('twin_id', '=', twinId.toLowerCase());
  if (before !== undefined) {
    const { position, id } = before;
    rows = rows.where((is) =>
      is.or([is('position', '<', position), is.and([is('position', '=', position), is('id', '<', id)])]),
    );
  }
  if (actor !== undefined) {
    const name = fold(actor);
    rows = rows.where((is) =>
      is.or([is('actor_id', '=', name), is('actor_client', '=', actor), is('actor_folded', '=', name)]),
    );
  }
  if (about !== undefined) {
    const name = fold(about);
    rows = rows.where((is) => is.or([is('about_id', 'in', [about, name]), is('about_folded', '=', name)]));
  }
  return rows;
}

const entryOf = (row: EntryRow): AuditEntry => ({
  id: row.id,
  position: row.position,
  time: row.time,
  owner: { organizationId: row.organization_id, userId: row.user_id },
  action: row.action,
  outcome: row.outcome,
  by: {
    userId: row.actor_id,
    clientId: row.actor_client,
    email: row.actor_email,
    address: row.address,
    userAgent: row.user_agent,
    correlationId: row.correlation_id,
  },
  about: { type: row.about_type, id: row.about_id, name: row.about_name },
  twinId: row.twin_id,
  detail: row.detail,
});

/** Removes entries that are older than they are kept. */
export const removeOldEntries = (tx: Transaction, before: number): Promise<number> =>
  tx.run(q.deleteFrom('audit_entries').where('time', '<', before));
