import type { Reader, Transaction } from '../../../kernel/db/database.ts';
import { type JsonOf, jsonOf, readJson } from '../../../std/json.ts';
import { q } from '../tables.ts';
import type { KeptTopic } from './stored-topics.ts';

export const nothingKept: KeptTopic = {
  kept: { attributes: {}, nodes: [], files: [] },
  creation: { date: '', author: '' },
  type: '',
  viewpoints: [],
  comments: {},
  documents: {},
  files: [],
};

const empty: JsonOf<KeptTopic> = jsonOf(nothingKept);

/** What is kept for a form; nothing for one that came from no file. */
export async function keptOf(db: Reader, formId: string): Promise<KeptTopic | undefined> {
  const row = await db.first(q.selectFrom('form_bcf').select('data').where('form_id', '=', formId));
  return row && { ...readJson(empty), ...readJson(row.data) };
}

/** The blobs that are kept for forms. */
export async function keptBlobs(db: Reader, formIds: readonly string[]): Promise<string[]> {
  const rows = await db.all(q.selectFrom('form_bcf').select('data').where('form_id', 'in', formIds));
  return rows.flatMap(({ data }) => (readJson(data).files ?? []).map(({ blobId }) => blobId));
}

export async function keep(tx: Transaction, formId: string, topic: KeptTopic): Promise<void> {
  await tx.run(q.deleteFrom('form_bcf').where('form_id', '=', formId));
  await tx.run(q.insertInto('form_bcf').values({ form_id: formId, data: jsonOf(topic) }));
}
