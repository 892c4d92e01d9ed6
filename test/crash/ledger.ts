/** One thing that can be looked up, and what may be seen there: more than one while a change is under way. */
export interface Fact {
  readonly what: string;
  see(): Promise<string>;
  allowed: readonly string[];
}

/** What a client knows of the server: every acknowledged write, and the one whose answer never came. */
export interface Ledger {
  readonly facts: Map<string, Fact>;
  /** Those that were changed since they were last looked up. */
  readonly touched: Set<string>;
  /** Numbers of events per type and twin: at least one per acknowledged change, at most one per attempt. */
  readonly events: Map<string, { least: number; most: number }>;
  acknowledged: number;
}

export const newLedger = (): Ledger => ({
  facts: new Map(),
  touched: new Set(),
  events: new Map(),
  acknowledged: 0,
});

/**
 * Makes a change: before, the fact may be as it was or as it will be; once `act` has resolved, only as it is then.
 * A connection that breaks leaves both.
 */
export async function change(
  ledger: Ledger,
  fact: Fact,
  to: string,
  act: () => Promise<void>,
  events: readonly string[] = [],
): Promise<void> {
  ledger.facts.set(fact.what, fact);
  ledger.touched.add(fact.what);
  fact.allowed = [...fact.allowed, to];
  for (const event of events) count(ledger, event).most++;
  await act();
  fact.allowed = [to];
  for (const event of events) count(ledger, event).least++;
  ledger.acknowledged++;
}

/** Notes something new, after its acknowledgement: only then is its id known. */
export function note(ledger: Ledger, fact: Fact, events: readonly string[] = []): Fact {
  ledger.facts.set(fact.what, fact);
  ledger.touched.add(fact.what);
  for (const event of events) {
    count(ledger, event).least++;
    count(ledger, event).most++;
  }
  ledger.acknowledged++;
  return fact;
}

function count(ledger: Ledger, event: string): { least: number; most: number } {
  const found = ledger.events.get(event) ?? { least: 0, most: 0 };
  ledger.events.set(event, found);
  return found;
}

/** Looks facts up; answers what is otherwise than it may be. What was seen must stay. */
export async function check(ledger: Ledger, which: 'touched' | 'all'): Promise<string[]> {
  const faults: string[] = [];
  for (const fact of ledger.facts.values()) {
    if (which === 'touched' && !ledger.touched.has(fact.what)) continue;
    const seen = await fact.see();
    if (!fact.allowed.includes(seen)) faults.push(`${fact.what} is ${seen}, not ${fact.allowed.join(' or ')}`);
    fact.allowed = [seen];
  }
  ledger.touched.clear();
  return faults;
}
