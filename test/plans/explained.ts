import pg from 'pg';

/** A statement that the program has run, and who asked for it. */
export interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly by: string;
  /** Prepared by name: PostgreSQL may plan it once for all values. */
  readonly named: boolean;
}

export interface Recorder {
  /** Everything that reads from here on is by this one. */
  by(name: string): void;
  /** Each statement, a few of it with other values. */
  readonly asked: () => readonly Asked[];
  stop(): void;
}

const sameStatement = 2;

/** Sees the reading statements of all connections of this process. */
export function recordReads(): Recorder {
  const asked = new Map<string, Asked[]>();
  const original = pg.Client.prototype.query;
  let name = '';
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [statement] = given;
    if (name !== '' && isRead(statement)) {
      const before = asked.get(statement.text) ?? [];
      if (before.length < sameStatement && before.every(({ by }) => by !== name)) {
        const { text, values } = statement;
        asked.set(text, [...before, { text, values, by: name, named: 'name' in statement }]);
      }
    }
    return Reflect.apply(original, this, given);
  };
  return {
    by(next) {
      name = next;
    },
    asked: () => [...asked.values()].flat(),
    stop() {
      pg.Client.prototype.query = original;
    },
  };
}

function isRead(statement: unknown): statement is { readonly text: string; readonly values: unknown[] } {
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return false;
  const { text } = statement;
  return typeof text === 'string' && /^(select|with)\b/.test(text) && 'values' in statement;
}

/** What a statement came to: rows that it answers, and rows that it looked at for them. */
export interface Cost {
  readonly shown: number;
  readonly read: number;
  /** The node of the plan that looked at most. */
  readonly worst: string;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Runs a statement as PostgreSQL plans it: for these values, or once for all, as it may for one that is prepared. */
export async function explain(client: pg.Client, { text, values }: Asked, generic: boolean): Promise<Cost> {
  await client.query(`SET plan_cache_mode = ${generic ? 'force_generic_plan' : 'force_custom_plan'}`);
  await client.query(`PREPARE looked_at AS ${text}`);
  try {
    const given = values.length === 0 ? '' : `(${values.map(literal)})`;
    const { rows } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE looked_at${given}`);
    return costOf(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await client.query('DEALLOCATE looked_at');
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return `'${value}'`;
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`;
  return pg.escapeLiteral(String(value));
}

function costOf(plan: PlanNode): Cost {
  let read = 0;
  let most = 0;
  let worst = '';
  const visit = (node: PlanNode): void => {
    for (const part of node.Plans ?? []) visit(part);
    if (!/Scan/.test(node['Node Type']) || node['Relation Name'] === undefined) return;
    const each =
      node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    const here = each * node['Actual Loops'];
    read += here;
    if (here <= most) return;
    most = here;
    worst = `${node['Node Type']} on ${node['Relation Name']} ${node['Index Name'] ?? ''}`.trim();
  };
  visit(plan);
  return { shown: plan['Actual Rows'] * plan['Actual Loops'], read, worst };
}
