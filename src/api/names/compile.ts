import { type TSchema, Type } from 'typebox';
import { eventCatalogue, eventTypeName } from '../../kernel/events/catalogue.ts';
import type { Api, Endpoint } from '../http/endpoint.ts';
import { checkWords, type OtherNames } from './check.ts';
import { type Operation, planOperation } from './operation.ts';
import { checkPaths } from './paths.ts';
import type { Plan } from './plan.ts';
import { type Planner, plannerOf } from './planner.ts';
import { readTable } from './read-table.ts';
import { type Scope, scopesOf } from './scopes.ts';
import { type Entry, faultList, type NamesTable, type TableFault } from './table.ts';

export interface CompileOptions extends OtherNames {
  /** The APIs at the base address: those of the authorization server know no table. */
  readonly apis: readonly Api[];
  /** Beginnings of paths that no operation can have. */
  readonly reserved: readonly string[];
}

/** A table that fits the APIs, with each operation in its words. */
export interface Compiled {
  readonly table: NamesTable;
  readonly operations: ReadonlyMap<Endpoint, Operation>;
  /** What webhooks send, by the type of the event. */
  readonly events: ReadonlyMap<string, Plan>;
  /** Plans of shapes that no operation declares, by the path template whose names hold for them. */
  planner(template: string): Planner;
}

/**
 * Reads a table and compiles every operation with it. All faults are told at once, in the order of the file; with any of
 * them nothing is compiled.
 */
export function compileTable(
  text: string,
  options: CompileOptions,
): { readonly compiled?: Compiled; readonly faults: readonly TableFault[] } {
  const { apis, reserved } = options;
  const { tell, all } = faultList();
  const table = readTable(text, tell);
  const endpoints = apis.flatMap((api) => api.endpoints);
  checkWords(table, endpoints, options, tell);
  checkPaths(table, apis, reserved, tell);
  const scopeOf = scopesOf(table);
  const used = new Set<Entry>();
  const use = (entry: Entry) => void used.add(entry);
  const planners = new Map<string, Planner>();
  const plannerIn = (scope: Scope): Planner => {
    const planner = planners.get(scope.key) ?? plannerOf({ scope, tell, use });
    planners.set(scope.key, planner);
    return planner;
  };
  const steps = apis.flatMap((api) =>
    api.endpoints.map((endpoint) => {
      const scope = scopeOf(endpoint.path);
      return [endpoint, planOperation(api, endpoint, { table, scope, planner: plannerIn(scope), tell, use })] as const;
    }),
  );
  const planner = (template: string) => plannerIn(scopeOf(template));
  const events = Object.entries(eventCatalogue).map(([type, { content }]) => {
    return [type, planner('/webhooks').plan([envelopeOf(content)], `the event ${type}`)] as const;
  });
  tellUnused(table, used, tell);
  const faults = all();
  if (faults.length > 0) return { faults };
  for (const planner of planners.values()) planner.settle();
  const operations = new Map(steps.map(([endpoint, made]) => [endpoint, made()]));
  return { faults, compiled: { table, operations, events: new Map(events), planner } };
}

const envelopeOf = (content: TSchema): TSchema =>
  Type.Object({ content, eventType: eventTypeName(), twinId: Type.String() });

/** A name that nothing has is a slip of the pen. */
function tellUnused(table: NamesTable, used: ReadonlySet<Entry>, tell: ReturnType<typeof faultList>['tell']): void {
  const look = (entries: readonly Entry[], what: string) => {
    for (const entry of entries) if (!used.has(entry)) tell(entry.place, what);
  };
  for (const { members, values, codes } of [table, ...table.scoped]) {
    look(members, 'is no member of any shape and no parameter here.');
    look(values, 'is no value of any enumeration here.');
    look(codes, 'is no code of any error here.');
  }
  for (const { member, members } of table.opaque)
    look(members, `is of no use: no shape here has a member '${member.text}'.`);
}
