import type { Transaction } from '../../../kernel/db/database.ts';
import { newId } from '../../../std/ids.ts';
import { fold } from '../../../std/text.ts';
import { keptText } from '../common-view.ts';
import type { ArchivedComponent } from '../schema/archive.ts';
import { insertTerm } from '../store/term.ts';
import { q, type TermKind, type TermRow } from '../tables.ts';

interface Word {
  readonly displayName: string;
  readonly version?: string;
  readonly phone?: string | null;
  readonly address?: string | null;
  readonly website?: string | null;
}

export interface TermIds {
  idOf(kind: TermKind, word: Word | undefined): string | null;
}

const kinds = ['application', 'category', 'manufacturer'] as const;
const keyOf = (kind: TermKind, { displayName, version = '' }: Word): string =>
  [kind, fold(displayName), fold(version)].join('\n');

/** Words of components: those that the library has, without case, and the others made. */
export async function termsFor(
  tx: Transaction,
  accountId: string,
  components: readonly ArchivedComponent[],
  now: number,
): Promise<TermIds> {
  const words = components.flatMap((one) => kinds.flatMap((kind) => (one[kind] ? [[kind, one[kind]] as const] : [])));
  const wanted = new Map<string, readonly [TermKind, Word]>(
    words.map(([kind, word]) => [keyOf(kind, word), [kind, word]]),
  );
  const ids = new Map<string, string>();
  for (const [key, [kind, word]] of wanted) {
    ids.set(key, (await known(tx, accountId, kind, word)) ?? (await add(tx, accountId, kind, word, now)));
  }
  return { idOf: (kind, word) => (word === undefined ? null : (ids.get(keyOf(kind, word)) ?? null)) };
}

async function known(tx: Transaction, accountId: string, kind: TermKind, word: Word): Promise<string | undefined> {
  const rows = q
    .selectFrom('library_terms')
    .select('id')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('name_folded', '=', fold(word.displayName))
    .where('version_folded', '=', fold(word.version ?? ''));
  return (await tx.first(rows))?.id;
}

async function add(tx: Transaction, account_id: string, kind: TermKind, word: Word, now: number): Promise<string> {
  const { displayName, version = '' } = word;
  const row: TermRow = {
    id: newId(),
    account_id,
    created: now,
    modified: now,
    revision: 1,
    kind,
    name: displayName,
    name_folded: fold(displayName),
    version,
    version_folded: fold(version),
    phone: keptText(word.phone),
    address: keptText(word.address),
    website: keptText(word.website),
  };
  await insertTerm(tx, row);
  return row.id;
}
