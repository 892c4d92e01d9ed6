import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { isUuid } from '../../std/ids.ts';
import { parseInstant } from '../../std/instant.ts';
import { isRecord } from '../../std/records.ts';
import { isCleanLine, isCleanText, isFileName } from '../../std/text.ts';
import { boundLoops } from './bounded-loops.ts';
import type { SchemaNode } from './node.ts';

/** One thing wrong with a value, before an API gives it its own code and words. */
export interface Issue {
  /** Path in the API's own casing, e.g. `members[0].roleIds`; empty for the whole value. */
  readonly target: string;
  /**
   * `missing` (absent, or null or empty where required), `more` (the last one, of the whole value: it has more faults
   * than are told), else the JSON Schema keyword that failed.
   */
  readonly rule: string;
  /** The keyword's own value: the largest length, the permitted values, … */
  readonly limit: unknown;
  readonly value: unknown;
  /** Further keywords of the failed schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** The most faults that are told of one value: whoever has mended so many asks again. */
export const mostFaults = 100;
/** What the validator finds in one list or record before it gives up; the branches of a union may find much of one value. */
const mostErrors = 10 * mostFaults;

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  strictNumbers: true, // JSON can say 1e999, which is no number to work with
  allowUnionTypes: true,
  validateFormats: true,
});
addFormats.default(ajv); // the module is CommonJS
boundLoops(ajv, mostErrors);
ajv.addFormat('uuid', isUuid);
ajv.addFormat('instant', (text: string) => parseInstant(text) !== undefined);
ajv.addFormat('line', isCleanLine);
ajv.addFormat('paragraphs', isCleanText);
ajv.addFormat('item-name', isFileName);
ajv.addFormat('double', true);

/** Adds a named check of strings that schemas use as `format`. Throws where two checks would have one name. */
export function addTextFormat(name: string, check: (text: string) => boolean): void {
  if (ajv.formats[name] !== undefined) throw new Error(`There are two text formats '${name}'.`);
  ajv.addFormat(name, check);
}

const compiled = new WeakMap<TSchema, ValidateFunction>();

/**
 * The issues of a value, in the order of the schema's properties; none when it is valid. At most `mostFaults`, and the
 * last one says so where there may be more (rule `more`). Compiles on first use.
 */
export function issuesOf(schema: TSchema, value: unknown): Issue[] {
  let validate = compiled.get(schema);
  if (validate === undefined) {
    validate = ajv.compile(schema);
    compiled.set(schema, validate);
  }
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  const found = errors.filter(tellsSomething).map((error) => issueOf(schema, error));
  const perTarget = new Map<string, Issue>();
  for (const issue of found) {
    const other = perTarget.get(issue.target);
    if (other === undefined || issue.rule === 'missing') perTarget.set(issue.target, issue);
  }
  const rank = new Map(found.map((issue) => [issue.target, placeIn(schema, issue.target)]));
  const inOrder = [...perTarget.values()].sort((a, b) =>
    comparePlaces(rank.get(a.target) ?? [], rank.get(b.target) ?? []),
  );
  const all = errors.length < mostErrors && inOrder.length <= mostFaults;
  return all ? inOrder : [...inOrder.slice(0, mostFaults - 1), moreIssues];
}

const moreIssues: Issue = { target: '', rule: 'more', limit: mostFaults, value: undefined, schema: {} };

/** A failed branch of `anyOf` says nothing: the `anyOf` itself is reported. */
const tellsSomething = (error: ErrorObject): boolean => !/\/(anyOf|oneOf)\/\d+\//.test(error.schemaPath);

function issueOf(root: TSchema, error: ErrorObject): Issue {
  const steps = error.instancePath.split('/').slice(1).map(unescapePointer);
  const base = {
    limit: error.schema,
    value: error.data,
    schema: error.parentSchema ?? {},
  };
  if (error.keyword === 'required') {
    const name = String(error.params.missingProperty);
    return { ...base, target: targetOf([...steps, name]), rule: 'missing', value: undefined };
  }
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params.additionalProperty);
    return { ...base, target: targetOf([...steps, name]), rule: 'additionalProperties' };
  }
  const empty = error.data === null || error.data === '' || (Array.isArray(error.data) && error.data.length === 0);
  const missing = empty && isRequired(root, steps);
  return { ...base, target: targetOf(steps), rule: missing ? 'missing' : error.keyword };
}

function isRequired(root: TSchema, steps: readonly string[]): boolean {
  let node: SchemaNode | undefined = root;
  for (const step of steps.slice(0, -1)) node = childOf(node, step);
  const last = steps.at(-1);
  return last !== undefined && (node?.required?.includes(last) ?? false);
}

function childOf(node: SchemaNode | undefined, step: string): SchemaNode | undefined {
  return node?.properties?.[step] ?? node?.items;
}

/** Where a target stands in the schema, so that issues are told in the order of the documentation. */
function placeIn(root: TSchema, target: string): number[] {
  let node: SchemaNode | undefined = root;
  return target
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((step) => {
      const place = node?.properties ? Object.keys(node.properties).indexOf(step) : Number(step);
      node = childOf(node, step);
      return Number.isNaN(place) ? 0 : place;
    });
}

function comparePlaces(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? -1) - (b[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

const unescapePointer = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** What is told of a member's name, which may be as long as the body. */
const longestStep = 200;
const shownStep = (step: string): string =>
  step.length > longestStep ? `${step.slice(0, longestStep).toWellFormed()}…` : step;

function targetOf(steps: readonly string[]): string {
  return steps
    .map(shownStep)
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path ? `${path}.${step}` : step), '');
}

/** A value whose lists with too many items are cut after the first that is too many: for further looks at what is refused. */
export function cutToCount(schema: TSchema, value: unknown): unknown {
  const { items, properties = {}, maxItems = Number.POSITIVE_INFINITY }: SchemaNode = schema;
  if (Array.isArray(value)) {
    const some = value.length > maxItems ? value.slice(0, maxItems + 1) : value;
    return items ? some.map((item) => cutToCount(items, item)) : some;
  }
  if (!isRecord(value)) return value;
  const known = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
  return { ...value, ...Object.fromEntries(known.map(([name, child]) => [name, cutToCount(child, value[name])])) };
}

/** Cuts white space at both ends where the schema says `trim`; leaves everything else as it is. */
export function trimmed(schema: TSchema, value: unknown): unknown {
  const node: SchemaNode = schema;
  if (typeof value === 'string') return node.trim ? value.trim() : value;
  const { items, maxItems = Number.POSITIVE_INFINITY } = node;
  if (Array.isArray(value)) {
    return items && value.length <= maxItems ? value.map((item) => trimmed(items, item)) : value;
  }
  if (!isRecord(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    if (!Object.hasOwn(value, name)) continue;
    const now = trimmed(child, value[name]);
    if (now === value[name]) continue;
    copy ??= { ...value };
    copy[name] = now;
  }
  return copy ?? value;
}
