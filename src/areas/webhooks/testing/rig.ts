import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import { auditMigrations } from '../../../../test/support/audit.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { webhookMigrations } from '../tables.ts';
import { type Harness, harness } from './harness.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** Receivers and deliverers that are stopped after each test. */
export interface Rig {
  database(): Promise<Database>;
  receiver(): Promise<Receiver>;
  /** Begins to deliver what is in the database. */
  start(db: Database, settings?: Parameters<typeof harness>[1]): Harness;
}

export function deliveryRig(open: () => Promise<Database>): Rig {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  return {
    async database() {
      const db = await open();
      await db.migrate([...webhookMigrations, ...auditMigrations]);
      return db;
    },
    async receiver() {
      const started = await startReceiver();
      closing.push(started.close);
      return started;
    },
    start(db, settings = {}) {
      const made = harness(db, settings);
      made.area.start?.();
      closing.unshift(async () => made.area.stop?.(2000));
      return made;
    },
  };
}

/** Waits until a webhook has so many deliveries, and none of them waits or is under way. */
export const settled = (h: Harness, webhookId: string, count: number): Promise<void> =>
  eventually(async () => {
    const rows = await h.deliveries(webhookId);
    assert.deepEqual(
      rows.map((row) => row.state !== 'Pending' && row.taken_until === null),
      Array.from({ length: count }, () => true),
    );
  });
