import { BudgetSpent, budgetOf } from '../../../std/budget.ts';
import { SystemFailure } from '../connection/failure.ts';

/** Values of a package's variables; undefined for one that was neither given nor has a default. */
export type Variables = ReadonlyMap<string, string>;

/** Characters that values bring into one text. */
const longestFilled = 2 ** 20;

/** Throws a `SystemFailure` where values make a text too long: a template may name a variable any number of times. */
function filled(template: string, variables: Variables, write: (value: string) => string): string {
  const budget = budgetOf({ steps: Number.POSITIVE_INFINITY, text: longestFilled, texts: longestFilled });
  try {
    return template.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => {
      const value = write(variables.get(name) ?? '');
      budget.text(value.length);
      return value;
    });
  } catch (error) {
    if (error instanceof BudgetSpent) throw new SystemFailure('the values of its variables make a text too long.');
    throw error;
  }
}

/** An address below that of a system: nothing that a variable holds leads out of it. */
export function addressOf(base: string, template: string, variables: Variables): string {
  const given = filled(template, variables, encodeURIComponent);
  const path = given.replace(/^\//, '');
  const outside = given.includes('//') || /(^|[/?])\.{1,2}([/?]|$)/.test(path) || /^[a-z][a-z0-9+.-]*:/i.test(path);
  const root = base.replace(/\/+$/, '');
  const url = outside ? null : URL.parse(`${root}/${path}`);
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    !url.href.startsWith(`${new URL(root).href.replace(/\/$/, '')}/`)
  ) {
    throw new SystemFailure('the address leaves that of the system.');
  }
  return url.href;
}

export const bodyOf = (template: string, variables: Variables): string =>
  filled(template, variables, (value) => JSON.stringify(value).slice(1, -1));

export const textOf = (template: string, variables: Variables): string => filled(template, variables, String);

const tokens =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$|::|:(?<name>[A-Za-z_]\w*)/g;

/** A statement whose `:name` are parameters; what stands in quotes and comments stays. */
export function statementOf(statement: string, variables: Variables) {
  const parameters: (string | null)[] = [];
  const sql = statement.replaceAll(tokens, (whole, ...rest: unknown[]) => {
    const groups = rest.at(-1);
    const name = typeof groups === 'object' && groups !== null && 'name' in groups ? groups.name : undefined;
    if (typeof name !== 'string') return whole;
    parameters.push(variables.get(name) ?? null);
    return `$${parameters.length}`;
  });
  return { sql, parameters };
}
