import { XMLBuilder } from 'fast-xml-parser';
import type { ContainerBlob } from '../container-port.ts';

const builder = new XMLBuilder({ suppressEmptyNode: true, processEntities: true });

const xmlOf = (content: object): string =>
  `<?xml version="1.0" encoding="utf-8"?>${builder.build({ EnumerationResults: content })}`;

/** The whole list of a container, with names, sizes and types. */
export function shortListing(blobs: readonly ContainerBlob[]): string {
  const Blob = inOrder(blobs).map(({ name, size, contentType }) => ({
    Name: name,
    Properties: { 'Content-Length': size, 'Content-Type': contentType },
  }));
  return xmlOf({ Blobs: { Blob }, NextMarker: '' });
}

/** What a request for a list asks for. */
export interface ListRequest {
  readonly prefix: string;
  /** Names that have it after the prefix are told as one; empty: none. */
  readonly delimiter: string;
  /** The last entry of the page before. */
  readonly after: string | undefined;
  readonly most: number;
}

const mostEntries = 5000;

/** Undefined when a parameter is of no use. */
export function readListRequest(query: URLSearchParams): ListRequest | undefined {
  const most = query.get('maxresults') ?? String(mostEntries);
  const marker = query.get('marker') ?? '';
  if (!/^[1-9]\d{0,3}$/.test(most) || Number(most) > mostEntries) return undefined;
  if (!/^[\w-]*$/.test(marker)) return undefined;
  return {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    after: marker === '' ? undefined : Buffer.from(marker, 'base64url').toString(),
    most: Number(most),
  };
}

type Entry = { readonly name: string; readonly blob?: ContainerBlob };

/** A page of a container's list, by names. */
export function fullListing(container: string, blobs: readonly ContainerBlob[], asked: ListRequest): string {
  const entries = entriesOf(blobs, asked);
  const page = entries.slice(0, asked.most);
  const last = entries.length > page.length ? page.at(-1) : undefined;
  return xmlOf({
    ContainerName: container,
    Prefix: asked.prefix,
    ...(asked.delimiter === '' ? {} : { Delimiter: asked.delimiter }),
    MaxResults: asked.most,
    Blobs: {
      Blob: page.flatMap(({ blob }) => (blob === undefined ? [] : fullEntry(blob))),
      BlobPrefix: page.flatMap(({ name, blob }) => (blob === undefined ? { Name: name } : [])),
    },
    NextMarker: last === undefined ? '' : Buffer.from(last.name).toString('base64url'),
  });
}

/** Files and common beginnings of names, after the marker. */
function entriesOf(blobs: readonly ContainerBlob[], { prefix, delimiter, after }: ListRequest): readonly Entry[] {
  const entries = new Map<string, Entry>();
  for (const blob of blobs) {
    if (!blob.name.startsWith(prefix)) continue;
    const at = delimiter === '' ? -1 : blob.name.indexOf(delimiter, prefix.length);
    const name = at < 0 ? blob.name : blob.name.slice(0, at + delimiter.length);
    if (after !== undefined && name <= after) continue;
    entries.set(name, at < 0 ? { name, blob } : { name });
  }
  return inOrder([...entries.values()]);
}

/** Ascending by code unit. */
const inOrder = <T extends { readonly name: string }>(entries: readonly T[]): readonly T[] =>
  entries.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));

const fullEntry = ({ name, size, contentType, tag, modified = 0 }: ContainerBlob) => ({
  Name: name,
  Properties: {
    'Last-Modified': new Date(modified).toUTCString(),
    Etag: `"${tag}"`,
    'Content-Length': size,
    'Content-Type': contentType,
    BlobType: 'BlockBlob',
  },
});
