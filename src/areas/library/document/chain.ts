import type { Transaction } from '../../../kernel/db/database.ts';
import { documentsOf, touchDocument } from '../store/document.ts';
import type { DocumentRow } from '../tables.ts';

/** The versions of a design document: all that are joined to it by their previous versions. */
export function chainOf(designs: readonly DocumentRow[], id: string): ReadonlySet<string> {
  const chain = new Set([id]);
  for (let size = 0; size !== chain.size; ) {
    size = chain.size;
    for (const { id: one, previous_id } of designs) {
      if (previous_id !== null && chain.has(one)) chain.add(previous_id);
      if (previous_id !== null && chain.has(previous_id)) chain.add(one);
    }
  }
  return chain;
}

/**
 * Brings the marks of a component's documents along after one of them changed: of the versions of an active design the
 * others are not, and a thumbnail is as active as its design.
 */
export async function settle(tx: Transaction, changed: DocumentRow, now: number): Promise<void> {
  if (changed.parent_kind === 'catalog') return;
  const documents = await documentsOf(tx, changed.parent_id);
  const designs = documents.filter(({ purpose }) => purpose === 'Design');
  const active = new Map(designs.map((design) => [design.id, design.active]));
  if (changed.purpose === 'Design' && changed.active === 1) {
    for (const id of chainOf(designs, changed.id)) if (id !== changed.id && active.has(id)) active.set(id, 0);
  }
  for (const row of documents) {
    const due = activeOf(row, active);
    if (due !== row.active) await touchDocument(tx, row.id, { active: due }, now);
  }
}

function activeOf({ id, purpose, design_id }: DocumentRow, designs: ReadonlyMap<string, number>): number {
  if (purpose === 'Design') return designs.get(id) ?? 1;
  return purpose === 'Thumbnail' && design_id !== null ? (designs.get(design_id) ?? 1) : 1;
}
