import type { Operation, Parameter } from './operation.ts';
import { inLanguage, type Language, type Texts } from './plan.ts';

/** Parameters whose value is an expression over names of properties. */
const expressions: ReadonlySet<string> = new Set(['$select', '$filter', '$orderby']);

/** A text in quotes, or a name. */
const words = /'(?:[^']|'')*'|[\p{L}_@][\p{L}\p{N}_@-]*/gu;

/** How the query of one operation is changed into a language. */
export interface QueryWords {
  /** Whether a parameter of that name, without case, is one of the other language only. */
  isForeign(name: string): boolean;
  change(text: string): string;
}

export function queryWords(operation: Operation, to: Language): QueryWords {
  const { parameters } = operation;
  const from: Language = to === 'ours' ? 'theirs' : 'ours';
  const byName = new Map(parameters.map((one) => [one[from].toLowerCase(), one]));
  const same = new Set(parameters.map((one) => one[to].toLowerCase()));
  const hasExpressions = parameters.some(({ ours }) => expressions.has(ours.toLowerCase()));
  const members = hasExpressions ? [...operation.members] : [];
  const names = new Map(members.map(([ours, theirs]) => (to === 'ours' ? [theirs, ours] : [ours, theirs])));
  const isSame = parameters.every(({ ours, theirs, values }) => ours === theirs && !values) && !hasExpressions;
  const inExpression = (text: string) => text.replaceAll(words, (found) => names.get(found) ?? found);
  const changePair = (pair: string): string => {
    const [key = '', ...rest] = pair.split('=');
    const isMany = /(\[\]|%5B%5D)$/i.exec(key)?.[0] ?? '';
    const name = decoded(key.slice(0, key.length - isMany.length));
    const parameter = name === undefined ? undefined : byName.get(name.toLowerCase());
    const value = decoded(rest.join('='));
    if (parameter === undefined || value === undefined) return pair;
    const changed = expressions.has(parameter.ours.toLowerCase()) ? inExpression(value) : valueIn(parameter, value, to);
    const shown = parameter.ours === parameter.theirs ? key : `${encoded(parameter[to])}${isMany}`;
    if (rest.length === 0) return shown;
    return `${shown}=${changed === value ? rest.join('=') : encodeURIComponent(changed)}`;
  };
  return {
    isForeign: (name) => byName.has(name.toLowerCase()) && !same.has(name.toLowerCase()),
    change: (text) => (isSame || text === '' ? text : text.split('&').map(changePair).join('&')),
  };
}

/** Parameters hold neither links nor names of events. */
const plain: Texts = { link: (text) => text, event: (text) => text };

function valueIn({ values, isList }: Parameter, text: string, to: Language): string {
  if (values === undefined) return text;
  const parts = isList ? text.split(',').map((part) => part.trim()) : [text];
  return parts.map((part) => inLanguage(values, part, to, plain)).join(',');
}

/** Names are written as they are where they can be, as our links do. */
const encoded = (name: string): string => encodeURIComponent(name).replaceAll('%24', '$');

/** Undefined for what cannot be decoded: it goes on as it came, and is refused. */
function decoded(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
