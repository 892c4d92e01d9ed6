import { isoTime } from '../../std/iso-time.ts';
import { fold } from '../../std/text.ts';

export const stampOf = (row: { readonly created: number; readonly modified: number }) => ({
  createdDateTime: isoTime(row.created),
  lastModifiedDateTime: isoTime(row.modified),
});

/** Members that have a value: what was never given is left out of answers. */
type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], null | undefined> };
export const present = <T extends Record<string, unknown>>(members: T): Present<T> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  ) as Present<T>;

/** Hashtags as they are kept: those that differ in case only are the first of them, in its place. */
export function keptHashtags(given: readonly string[] | null | undefined): string[] {
  const kept = new Map<string, string>();
  for (const tag of given ?? []) if (!kept.has(fold(tag))) kept.set(fold(tag), tag);
  return [...kept.values()];
}

/** A text that may be left out, as it is kept. */
export const keptText = (given: string | null | undefined): string | null =>
  given === undefined || given === null || given.trim() === '' ? null : given;

export const keptId = (given: string | null | undefined): string | null => given?.toLowerCase() ?? null;

type Place = 'applications' | 'categories' | 'manufacturers' | 'catalogs' | 'components';

/** Clients cut the last segment off to get the id. */
export const addressOf = (baseUrl: string, place: Place, id?: string): string =>
  `${baseUrl}/library/${place}${id === undefined ? '' : `/${id}`}`;

export const linkTo = (baseUrl: string, place: Place, id: string) => ({ href: addressOf(baseUrl, place, id) });

/** A document of a component. */
export const documentLink = (baseUrl: string, componentId: string, id: string) => ({
  href: `${addressOf(baseUrl, 'components', componentId)}/documents/${id}`,
});

/** The members of a body of whatever form. */
export const membersOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? { ...body } : {};
