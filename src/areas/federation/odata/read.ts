import { text } from 'node:stream/consumers';
import type { Context } from '../../../api/http/context.ts';
import { reply, type StreamBody } from '../../../api/http/endpoint.ts';
import { type Detail, fail, isFailed, problems } from '../../../api/http/problem.ts';
import type { Position } from '../../../std/odata/order.ts';
import type { FoundPackage } from '../access.ts';
import { isDetails, openData } from '../data/open.ts';
import { findPage, joined } from '../data/page-file.ts';
import type { Asking, Federation } from '../deps.ts';
import {
  entityNotFound,
  entitySetNotFound,
  invalidEntitySet,
  invalidParameter,
  invalidSchema,
  invalidValue,
  schemaNotFound,
} from '../errors.ts';
import type { EntitySet, OpenData, Versions } from '../query/open-data.ts';
import { keyFilter, segmentOf } from './entity-key.ts';
import { metadataText } from './metadata.ts';
import { type AskedOptions, type Options, readOptions } from './options.ts';
import { findSnapshot, type Place, placeText, readPlace, storeSnapshot } from './read-snapshot.ts';
import { type Representation, representationOf, typeOf } from './representation.ts';

const usualRows = 1000;
const mostRows = 10_000;
/** Never reached by a page of so many rows. */
const pageBytes = 2 ** 30;

export const askingOf = ({ db, caller, disconnected }: Context): Asking => ({
  db,
  userId: caller.userId,
  signal: disconnected,
});

const rootOf = ({ access, resource }: FoundPackage, { baseUrl }: Pick<Context, 'baseUrl'>): string =>
  `${baseUrl}/federation/twins/${access.twin.id}/packages/${encodeURIComponent(resource.uniqueName)}/odata`;

const refuse = (...details: readonly Detail[]) => fail(invalidEntitySet, { details });
const changed = () => refuse(invalidParameter('$skiptoken', 'The data has changed since the first page; read again.'));

/** The same in the words of the request, for links. */
function addressOf(found: FoundPackage, { baseUrl, words }: Pick<Context, 'baseUrl' | 'words'>): string {
  const root = rootOf(found, { baseUrl });
  return words === undefined ? root : words.address(root);
}

export async function serviceDocument(
  found: FoundPackage,
  wanted: AskedRepresentation,
  context: Context,
  of: Federation,
) {
  const representation = representationOf(wanted.$format, wanted.accept);
  if (representation === undefined) return fail(problems.notAcceptable);
  const data = await openData(found, undefined, askingOf(context), of);
  if (data === undefined) return fail(schemaNotFound);
  if (isDetails(data)) return fail(invalidSchema, { details: data });
  if (isFailed(data)) return data;
  const value = data.sets.map(({ name }) => ({ name, kind: 'EntitySet', url: name }));
  const body = { ...contextIn(representation, `${addressOf(found, context)}/$metadata`), value };
  return reply(200, textBody(JSON.stringify(body), typeOf(representation)));
}

export async function metadata(found: FoundPackage, context: Context, of: Federation) {
  const data = await openData(found, undefined, askingOf(context), of);
  if (data === undefined) return fail(schemaNotFound);
  if (isDetails(data)) return fail(invalidSchema, { details: data });
  if (isFailed(data)) return data;
  return reply(200, textBody(metadataText(found.resource.uniqueName, data.sets), 'application/xml; charset=utf-8'));
}

const textBody = (text: string, type: string): StreamBody => ({
  stream: joined(text),
  type,
  length: Buffer.byteLength(text),
});

/** What a request says of the form of its answer. */
export interface AskedRepresentation {
  readonly $format?: string;
  readonly accept: string | undefined;
}

const contextIn = ({ metadata: level }: Representation, address: string) =>
  level === 'none' ? {} : { '@odata.context': address };

/** The text of an object whose further members follow. */
function opened(head: object): string {
  const text = JSON.stringify(head).slice(0, -1);
  return text === '{' ? text : `${text},`;
}

/** Options as they come with a request for rows. */
export interface AskedPage {
  readonly $select?: string;
  readonly $filter?: string;
  readonly $orderby?: string;
  readonly $skip?: string;
  readonly $top?: string;
  readonly $count?: boolean;
  readonly $skiptoken?: string;
  readonly $format?: string;
}

const optionsOf = ({ $select, $filter, $orderby, $skip, $top }: AskedPage): AskedOptions => ({
  select: $select,
  filter: $filter,
  orderby: $orderby,
  skip: $skip,
  top: $top,
});

/** What was asked, with what it is asked of. */
interface Asked {
  readonly found: FoundPackage;
  readonly name: string;
  readonly page: AskedPage;
  readonly representation: Representation;
  readonly context: Context;
  readonly of: Federation;
}

/** What a token is bound to: all that its page has in common with the one before. */
const bindingOf = ({ found, name, page, context }: Asked): string =>
  JSON.stringify([rootOf(found, context), name, page.$select, page.$filter, page.$orderby]);

/** Where a page goes on, and at which versions; undefined when that is not to be had any more. */
async function placeOf(asked: Asked): Promise<{ place: Place; pinned: Versions | undefined } | undefined> {
  const { page, of, context, found } = asked;
  if (page.$skiptoken === undefined) return { place: { reading: '', after: null, skip: 0 }, pinned: undefined };
  const place = readPlace(of.ports.secrets, bindingOf(asked), page.$skiptoken, context.now);
  if (place === undefined || place.reading === '') return place && { place, pinned: undefined };
  const pinned = await findSnapshot(of.db, found.access.twin.id, place.reading);
  return pinned && { place, pinned };
}

/** A page of a set, or one entity of it. */
export async function readSegment(
  found: FoundPackage,
  segment: string,
  page: AskedPage,
  { prefer, accept }: { readonly prefer: string | undefined; readonly accept: string | undefined },
  context: Context,
  of: Federation,
) {
  const { set: name, key } = segmentOf(segment);
  const representation = representationOf(page.$format, accept);
  if (representation === undefined) return fail(problems.notAcceptable);
  const asked = { found, name, page, representation, context, of };
  const at = await placeOf(asked);
  const data = at && (await openData(found, at.pinned, askingOf(context), of));
  if (at === undefined || data === undefined) return changed();
  if (isDetails(data)) return refuse(...data);
  if (isFailed(data)) return data;
  const set = data.sets.find((one) => one.name === name);
  if (set === undefined) return fail(entitySetNotFound);
  const options = readOptions(optionsOf(page), set, '$');
  if (isDetails(options)) return refuse(...options);
  if (key !== undefined) return readOne(asked, data, set, key, options);
  return readPage(asked, data, set, options, at.place, pageSize(prefer));
}

async function readPage(
  asked: Asked,
  data: OpenData,
  set: EntitySet,
  options: Options,
  place: Place,
  size: number | undefined,
) {
  const { page, of, representation } = asked;
  const left = options.top ?? Number.POSITIVE_INFINITY;
  const skip = page.$skiptoken === undefined ? options.skip : place.skip;
  const rows = await findPage(
    data,
    set,
    {
      columns: set.columns,
      select: options.select,
      filter: options.filter,
      order: options.order,
      after: place.after,
      skip,
      limit: Math.min(size ?? usualRows, left),
      count: page.$count === true,
      form: 'json',
      bytes: pageBytes,
      numbersAsTexts: representation.ieee754,
    },
    of,
  );
  if (isFailed(rows)) return rows;
  const next =
    rows.last !== null && left > rows.rows
      ? await nextLink(asked, data.versions, rows.last, { passed: skip + rows.rows, left: left - rows.rows })
      : undefined;
  const head = {
    ...contextIn(representation, contextUrl(asked, options)),
    ...(rows.count === null ? {} : { '@odata.count': representation.ieee754 ? String(rows.count) : rows.count }),
  };
  const tail = next === undefined ? ']}' : `],"@odata.nextLink":${JSON.stringify(next)}}`;
  const stream = joined(`${opened(head)}"value":[`, rows.content, tail);
  const applied = size === undefined ? {} : { headers: { 'Preference-Applied': `odata.maxpagesize=${size}` } };
  return reply(200, { stream, type: typeOf(representation) }, applied);
}

const contextUrl = ({ found, name, page, context }: Asked, { select }: Options): string =>
  `${addressOf(found, context)}/$metadata#${name}${page.$select === undefined ? '' : `(${select.join(',')})`}`;

/** The address of the page after a row: the same options, but for what has been given already. */
async function nextLink(
  asked: Asked,
  versions: Versions | null,
  last: Position,
  { passed, left }: { readonly passed: number; readonly left: number },
): Promise<string> {
  const { found, name, page, context, of } = asked;
  const reading = versions === null ? '' : await storeSnapshot(of.db, found.access.twin.id, versions, context.now);
  const { $skip: _skip, $top, $skiptoken: _token, ...others } = page;
  const parameters = {
    ...others,
    ...($top === undefined ? {} : { $top: left }),
    $skiptoken: placeText(of.ports.secrets, bindingOf(asked), { reading, last, passed }, context.now),
  };
  const pairs = Object.entries(parameters).map(([one, value]) => `${one}=${encodeURIComponent(String(value))}`);
  return `${addressOf(found, context)}/${encodeURIComponent(name)}?${pairs.join('&')}`;
}

/** `odata.maxpagesize=n` of a Prefer header, where it can be given. */
function pageSize(prefer: string | undefined): number | undefined {
  const match = /(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?(?=$|[,;\s])/i.exec(prefer ?? '');
  const asked = Number(match?.[1] ?? 0);
  return asked >= 1 ? Math.min(asked, mostRows) : undefined;
}

async function readOne(asked: Asked, data: OpenData, set: EntitySet, key: string, { select }: Options) {
  const filter = keyFilter(set, key);
  if (filter === undefined) return refuse(invalidValue('key', `'${key.slice(0, 200)}' is no key of ${set.name}.`));
  const { found, name, page, representation, context, of } = asked;
  const { order } = optionsFor(set);
  const query = { columns: set.columns, select, filter, order, after: null, skip: 0, limit: 1, count: false } as const;
  const form = { form: 'json', bytes: pageBytes, numbersAsTexts: representation.ieee754 } as const;
  const row = await findPage(data, set, { ...query, ...form }, of);
  if (isFailed(row)) return row;
  if (row.rows === 0) return fail(entityNotFound);
  const selection = page.$select === undefined ? '' : `(${select.join(',')})`;
  const address = `${addressOf(found, context)}/$metadata#${name}${selection}/$entity`;
  const members = (await text(row.content)).slice(1);
  return reply(200, textBody(`${opened(contextIn(representation, address))}${members}`, typeOf(representation)));
}

function optionsFor(set: EntitySet): Options {
  const options = readOptions({}, set, '$');
  if (isDetails(options)) throw new Error('No options are never wrong.');
  return options;
}

/** How many rows match, as digits. */
export async function countRows(found: FoundPackage, name: string, page: AskedPage, context: Context, of: Federation) {
  const data = await openData(found, undefined, askingOf(context), of);
  if (data === undefined) return changed();
  if (isDetails(data)) return refuse(...data);
  if (isFailed(data)) return data;
  const set = data.sets.find((one) => one.name === name);
  if (set === undefined) return fail(entitySetNotFound);
  const options = readOptions({ filter: page.$filter }, set, '$');
  if (isDetails(options)) return refuse(...options);
  const { select, filter, order } = options;
  const query = { columns: set.columns, select, filter, order, after: null, skip: 0, limit: 0, count: true } as const;
  const counted = await data.page(set, { ...query, form: 'json', bytes: pageBytes }, null);
  return isFailed(counted) ? counted : reply(200, textBody(String(counted.count ?? 0), 'text/plain; charset=utf-8'));
}
