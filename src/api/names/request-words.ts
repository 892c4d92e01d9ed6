import type { TSchema } from 'typebox';
import type { Endpoint } from '../http/endpoint.ts';
import { type Detail, type Failed, isFailed } from '../http/problem.ts';
import type { Words } from '../http/words.ts';
import type { Operation } from './operation.ts';
import { withBeginning } from './paths.ts';
import { inLanguage, type Language, type Plan, type Texts } from './plan.ts';
import type { QueryWords } from './query.ts';

/** Everything that is compiled, as requests use it. */
export interface WordsOfTable {
  readonly baseUrl: string;
  readonly operations: ReadonlyMap<Endpoint, Operation>;
  /** For what is refused before its operation is known. */
  readonly general: Pick<Operation, 'code' | 'sentence'> | undefined;
  query(endpoint: Endpoint, to: Language): QueryWords | undefined;
  /** A path of ours in words of the table. */
  readonly pathIn: (path: string) => string;
  /** The operation of a path of ours. */
  find(path: string): Operation | undefined;
  /** By names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly scopes: ReadonlyMap<string, string>;
  eventOf(type: string): string;
  eventIn(type: string): string;
  planOf(schema: TSchema): Plan | undefined;
}

const unchanged = (text: string): string => text;

/** The words of one request; `origin`: the address of this server that it came to. */
export function requestWords(of: WordsOfTable, origin: string): Words {
  const address = addressesOf(of, origin);
  const texts: Texts = { link: address, event: of.eventIn };
  const header = (name: string): string => of.headers.get(name.toLowerCase()) ?? name;
  return {
    address,
    header,
    path(endpoint, path) {
      const rule = of.operations.get(endpoint)?.path;
      return rule === undefined ? path : withBeginning(path, rule.theirs, rule.ours);
    },
    query: (endpoint, text) => of.query(endpoint, 'ours')?.change(text) ?? text,
    body: (endpoint, value) =>
      inLanguage(of.operations.get(endpoint)?.body, value, 'ours', { link: unchanged, event: of.eventOf }),
    shaped: (schema, value) => inLanguage(of.planOf(schema), value, 'theirs', texts),
    outcome(endpoint, outcome) {
      const operation = endpoint && of.operations.get(endpoint);
      const headers = outcome.headers && headersIn(outcome.headers, of, { address, header });
      const changed = headers === undefined ? outcome : { ...outcome, headers };
      if (isFailed(changed)) return failureIn(changed, operation, of);
      const plan = operation?.answers.get(changed.status);
      return plan === undefined ? changed : { ...changed, body: inLanguage(plan, changed.body, 'theirs', texts) };
    },
  };
}

/** Links to operations of ours in words of the table; other texts stay, signed addresses too. */
function addressesOf({ baseUrl, find, query, pathIn }: WordsOfTable, origin: string): (text: string) => string {
  return (text) => {
    if (!text.startsWith(baseUrl) || text[baseUrl.length] !== '/') return text;
    const at = text.indexOf('?');
    const path = at < 0 ? text.slice(baseUrl.length) : text.slice(baseUrl.length, at);
    const changed = pathIn(path);
    if (at < 0 && changed === path && origin === baseUrl) return text;
    const operation = at < 0 && changed !== path ? undefined : find(path);
    if (changed === path && operation === undefined) return text;
    if (at < 0) return origin + changed;
    const parameters = text.slice(at + 1);
    const words = operation && query(operation.endpoint, 'theirs');
    return `${origin}${changed}?${words === undefined ? parameters : words.change(parameters)}`;
  };
}

function headersIn(
  headers: Readonly<Record<string, string>>,
  of: WordsOfTable,
  { address, header }: Pick<Words, 'address' | 'header'>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const lower = name.toLowerCase();
      if (lower === 'location') return [name, address(value)];
      if (lower === 'link')
        return [name, value.replaceAll(/<([^>]*)>/g, (_, link: string) => `<${linkIn(link, of, address)}>`)];
      if (lower === 'www-authenticate') return [name, realmIn(value, of)];
      return [header(name), value];
    }),
  );
}

/** A link may leave out the address of the server. */
function linkIn(link: string, { baseUrl }: WordsOfTable, address: (text: string) => string): string {
  if (!link.startsWith('/')) return address(link);
  return address(baseUrl + link).replace(/^https?:\/\/[^/]+/, '');
}

const realmIn = (challenge: string, { scopes }: WordsOfTable): string =>
  challenge.replaceAll(/realm="([^"]*)"/g, (_, realm: string) => `realm="${scopes.get(realm) ?? realm}"`);

function failureIn(failed: Failed, operation: Operation | undefined, of: WordsOfTable): Failed {
  const words = operation ?? of.general;
  if (words === undefined) return failed;
  const { problem, message, details } = failed;
  const target = failed.target ?? problem.target;
  const changed = {
    ...failed,
    problem: { ...problem, code: words.code(problem.code), message: words.sentence(problem.message) },
  };
  return {
    ...changed,
    ...(message === undefined ? {} : { message: words.sentence(message) }),
    ...(target === undefined ? {} : { target: targetOf(target, operation, of) }),
    ...(details === undefined ? {} : { details: details.map((detail) => detailIn(detail, words, operation, of)) }),
  };
}

function detailIn(
  detail: Detail,
  words: Pick<Operation, 'code' | 'sentence'>,
  operation: Operation | undefined,
  of: WordsOfTable,
): Detail {
  const { code, message, target, innerError } = detail;
  return {
    ...detail,
    code: words.code(code),
    message: words.sentence(message),
    ...(typeof target === 'string' ? { target: targetOf(target, operation, of) } : {}),
    ...(innerError === undefined ? {} : { innerError: { code: words.code(innerError.code) } }),
  };
}

/** What a fault is about: a header, or a path of members and parameters, in the spelling of the API. */
function targetOf(target: string, operation: Operation | undefined, { headers }: WordsOfTable): string {
  const header = headers.get(target.toLowerCase());
  if (header !== undefined) return header;
  if (operation === undefined) return target;
  const { members } = operation;
  return target.replaceAll(/[^.[\]]+/g, (name) => {
    const small = members.get(name.charAt(0).toLowerCase() + name.slice(1));
    return members.get(name) ?? (small === undefined ? name : small.charAt(0).toUpperCase() + small.slice(1));
  });
}
