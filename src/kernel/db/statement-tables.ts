const named = /\b(?:from|join|into|update|using)\s+(?:only\s+)?"?(\w+)"?/gi;
const kept = 2000;
const known = new Map<string, ReadonlySet<string>>();

/** The tables that a statement names, sub-queries included. */
export function tablesOf(sql: string): ReadonlySet<string> {
  let tables = known.get(sql);
  if (tables === undefined) {
    tables = new Set([...sql.matchAll(named)].map(([, table = '']) => table.toLowerCase()));
    if (known.size >= kept) known.clear();
    known.set(sql, tables);
  }
  return tables;
}

/** True for what only reads and may be remembered while its tables stay as they are. */
export const isPlainRead = (sql: string): boolean =>
  /^\s*(?:select|with)\b/i.test(sql) && !/\bfor\s+(?:update|share|no\s+key)\b/i.test(sql);
