import type { TSchema } from 'typebox';
import type { SchemaNode } from '../../kernel/schema/node.ts';
import { pipelineProblems } from '../http/common-problems.ts';
import { type Api, type Endpoint, isRaw } from '../http/endpoint.ts';
import { problemsOf } from '../http/problems-of.ts';
import { type PathRule, pathRule, ruleFor, withBeginning } from './paths.ts';
import type { Plan } from './plan.ts';
import { changedMembers, type Planner, tellClashes } from './planner.ts';
import type { Scope } from './scopes.ts';
import type { Entry, NamesTable, Tell } from './table.ts';
import { codeIn, wordsIn } from './words.ts';

/** A parameter of a query, in both languages. */
export interface Parameter {
  readonly ours: string;
  readonly theirs: string;
  /** Its values, where they are of an enumeration. */
  readonly values: Plan | undefined;
  readonly isList: boolean;
}

/** An operation in words of the table: compiled once from its endpoint. */
export interface Operation {
  readonly api: Api;
  readonly endpoint: Endpoint;
  readonly scope: Scope;
  /** How its path changes; undefined: not at all. */
  readonly path: PathRule | undefined;
  /** Its path in words of the table, with placeholders of ours. */
  readonly address: string;
  readonly parameters: readonly Parameter[];
  readonly body: Plan | undefined;
  readonly answers: ReadonlyMap<number, Plan>;
  /** Names of members anywhere in it that change. */
  readonly members: ReadonlyMap<string, string>;
  code(code: string): string;
  /** A sentence of an error or of the definitions. */
  sentence(text: string): string;
}

/** Codes of details: those of conventions.md, which no endpoint declares. */
const detailCodes = [
  'MissingRequiredProperty',
  'MissingRequiredParameter',
  'InvalidValue',
  'InvalidProperty',
  'InvalidParameter',
  'InvalidHeaderValue',
  'InvalidRequestBody',
  'ReadOnlyProperty',
  'InvalidChange',
  'ResourceQuotaExceeded',
  'OperationNotFound',
];

export interface OperationOptions {
  readonly table: NamesTable;
  readonly scope: Scope;
  readonly planner: Planner;
  readonly tell: Tell;
  readonly use: (entry: Entry) => void;
}

/** Plans of an operation, before those of all are closed; the second step makes the operation of them. */
export function planOperation(api: Api, endpoint: Endpoint, options: OperationOptions): () => Operation {
  const { planner, scope, table } = options;
  const { id, body, path } = endpoint;
  const plan = (schema: TSchema, where: string) => planner.plan([schema], where);
  const bodyPlan = body === undefined || isRaw(body) ? undefined : plan(body, `the body of ${id}`);
  const answers = Object.entries(endpoint.answers).flatMap(([status, answer]) =>
    answer.kind === 'json' ? [[Number(status), plan(answer.schema, `answer ${status} of ${id}`)] as const] : [],
  );
  const parameters = parametersOf(endpoint, options);
  const placeholders = placeholdersOf(path, options);
  const codes = codesOf(endpoint, options);
  const entry = ruleFor(path, table);
  const rule = entry && pathRule(entry);
  return () => {
    const changing = answers.filter(([, one]) => one.changes);
    const own = parameters();
    let members: ReadonlyMap<string, string> | undefined;
    // few operations are ever asked for it, and it looks at all of their shapes
    const allMembers = () => {
      members ??= membersOf(placeholders, own, [bodyPlan, ...changing.map(([, one]) => one)]);
      return members;
    };
    return {
      api,
      endpoint,
      scope,
      path: rule,
      parameters: own,
      code: codes,
      address: rule === undefined ? path : withBeginning(path, rule.ours, rule.theirs),
      body: bodyPlan?.changes ? bodyPlan : undefined,
      answers: new Map(changing),
      sentence: sentencesOf(allMembers, scope, table),
      get members() {
        return allMembers();
      },
    };
  };
}

function membersOf(
  placeholders: readonly (readonly [string, string])[],
  parameters: readonly Parameter[],
  plans: readonly (Plan | undefined)[],
): ReadonlyMap<string, string> {
  const members = new Map(placeholders);
  for (const { ours, theirs } of parameters) if (ours !== theirs) members.set(ours, theirs);
  for (const plan of plans) for (const [ours, theirs] of changedMembers(plan)) members.set(ours, theirs);
  return members;
}

/** Placeholders of the path that have another name in the definitions and in errors. */
function placeholdersOf(path: string, { scope, use }: OperationOptions): readonly (readonly [string, string])[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => {
    const entry = scope.find('members', name);
    if (entry === undefined) return [];
    use(entry);
    return entry.theirs === name ? [] : [[name, entry.theirs] as const];
  });
}

function parametersOf({ query, id }: Endpoint, options: OperationOptions): () => readonly Parameter[] {
  const { properties = {} }: SchemaNode = query ?? {};
  const renamed = new Map<string, Entry>();
  for (const name of Object.keys(properties)) {
    const entry = options.scope.find('members', name);
    if (entry === undefined) continue;
    options.use(entry);
    if (entry.theirs !== name) renamed.set(name, entry);
  }
  tellClashes(Object.keys(properties), renamed, `the query of ${id}`, options.tell);
  const plans = Object.entries(properties).map(([name, schema]) => {
    const plan = options.planner.plan([schema], `the query of ${id}.${name}`);
    return { ours: name, theirs: renamed.get(name)?.theirs ?? name, plan, isList: schema.list ?? false };
  });
  return () => plans.map(({ plan, ...one }) => ({ ...one, values: valuesIn(one.isList ? plan.items : plan) }));
}

const valuesIn = (plan: Plan | undefined): Plan | undefined => (plan?.values === undefined ? undefined : plan);

/** The codes of an operation; those that would be one are told. */
function codesOf(endpoint: Endpoint, { scope, tell, use }: OperationOptions): (code: string) => string {
  const renamed = new Map<string, Entry>();
  const declared = new Set([...problemsOf(endpoint), ...pipelineProblems(endpoint)].map(({ code }) => code));
  for (const code of [...declared, ...detailCodes]) {
    const entry = scope.code(code);
    if (entry === undefined) continue;
    use(entry);
    const theirs = codeIn(entry, code);
    if (theirs !== code) renamed.set(code, { ...entry, theirs });
  }
  tellClashes(declared, renamed, `the codes of ${endpoint.id}`, tell);
  const known = new Map([...renamed].map(([code, { theirs }]) => [code, theirs]));
  return (code) => {
    const entry = known.has(code) ? undefined : scope.code(code);
    return known.get(code) ?? (entry === undefined ? code : codeIn(entry, code));
  };
}

/** Made at the first sentence: few operations ever refuse. */
function sentencesOf(
  members: () => ReadonlyMap<string, string>,
  scope: Scope,
  { messages }: NamesTable,
): (text: string) => string {
  let change: ((text: string) => string) | undefined;
  return (text) => {
    change ??= wordsIn(
      new Map([
        ...scope.entries('values').map(({ ours, theirs }) => [ours, theirs] as const),
        ...members(),
        ...messages.map(({ ours, theirs }) => [ours, theirs] as const),
      ]),
    );
    return change(text);
  };
}
