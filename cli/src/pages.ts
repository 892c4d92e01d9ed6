import { isObject } from './body.ts';
import { Failure } from './failure.ts';
import type { General } from './general-flags.ts';
import type { ListWriter } from './output.ts';
import { refusalOf } from './refusal.ts';
import type { Prepared } from './request.ts';
import type { Session } from './session.ts';
import type { Operation } from './table.ts';
import { nextOf } from './twins.ts';

export interface Pages {
  readonly session: Session;
  readonly operation: Operation;
  readonly prepared: Prepared;
  readonly writer: ListWriter;
  /** The first page. */
  readonly first: unknown;
  readonly general: General;
  /** Whether further pages are read. */
  readonly follows: boolean;
}

/** The items of a page. */
export function itemsOf(body: unknown, member: string): readonly unknown[] {
  const items = member === '.' ? body : isObject(body) ? body[member] : undefined;
  return Array.isArray(items) ? items : [];
}

/** Writes the items of a page, and of those that follow, as far as they were asked for; answers how many they were. */
export async function followPages(pages: Pages): Promise<number> {
  const { session, operation, prepared, writer, first, general, follows } = pages;
  const most = general.limit ?? Number.POSITIVE_INFINITY;
  const member = operation.items ?? '.';
  let body = first;
  let count = 0;
  let next: string | undefined;
  try {
    for (;;) {
      const items = itemsOf(body, member).slice(0, most - count);
      next = undefined;
      await writer.items(items);
      count += items.length;
      next = nextOf(body);
      if (!follows || count >= most || next === undefined) return count;
      const answer = await session.request('GET', next, { Accept: prepared.headers.Accept ?? '*/*' });
      if (!answer.ok) throw await refusalOf(answer, { method: 'GET', address: next, operation });
      body = await answer.json();
    }
  } catch (error) {
    if (next !== undefined && error instanceof Failure) throw continueWith(next, error);
    throw error;
  }
}

/** What was written stays written; the last line says how to go on. */
function continueWith(next: string, error: Failure): Failure {
  const lines = [...(error.options.lines ?? []), `Continue with: twin api GET '${next}' --paginate`];
  return new Failure(error.exit, error.message, { ...error.options, lines });
}
