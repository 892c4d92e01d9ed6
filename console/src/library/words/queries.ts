import { queryOptions } from '@tanstack/react-query';
import { answerOf, platform } from '../../platform/client.ts';
import type { WordKind } from './kinds.ts';

/** A word that components refer to. */
export interface Word {
  readonly id: string;
  readonly displayName: string;
  /** Of applications. */
  readonly version?: string;
  readonly phone?: string;
  readonly address?: string;
  readonly website?: string;
}

const api = platform.library;
const mostPages = 400;

type Page = { readonly words: readonly Word[]; readonly next: string | undefined };

async function pageOf(kind: WordKind, continuationToken: string | undefined): Promise<Page> {
  const init = { params: { query: continuationToken ? { continuationToken } : {} } };
  const nextOf = (links: { readonly next?: { readonly href: string } }) =>
    links.next && (new URL(links.next.href).searchParams.get('continuationToken') ?? undefined);
  if (kind === 'categories') {
    const { categories, _links } = await answerOf(api.GET('/library/categories', init));
    return { words: categories, next: nextOf(_links) };
  }
  if (kind === 'manufacturers') {
    const { manufacturers, _links } = await answerOf(api.GET('/library/manufacturers', init));
    return { words: manufacturers, next: nextOf(_links) };
  }
  const { applications, _links } = await answerOf(api.GET('/library/applications', init));
  return { words: applications, next: nextOf(_links) };
}

export const wordsKey = ['library', 'words'] as const;

/** All words of a kind, by name. */
export const wordsQuery = (kind: WordKind) =>
  queryOptions({
    queryKey: [...wordsKey, kind],
    async queryFn() {
      const all: Word[] = [];
      let next: string | undefined;
      for (let at = 0; at < mostPages; at++) {
        const page = await pageOf(kind, next);
        all.push(...page.words);
        next = page.next;
        if (next === undefined) break;
      }
      return all;
    },
  });

export const wordQuery = (kind: WordKind, id: string) =>
  queryOptions({
    queryKey: [...wordsKey, kind, id],
    async queryFn(): Promise<Word> {
      const init = { params: { path: { id } } };
      if (kind === 'categories') return (await answerOf(api.GET('/library/categories/{id}', init))).category;
      if (kind === 'manufacturers') return (await answerOf(api.GET('/library/manufacturers/{id}', init))).manufacturer;
      return (await answerOf(api.GET('/library/applications/{id}', init))).application;
    },
  });

/** An application is told with its version. */
export const wordName = ({ displayName, version }: Word): string =>
  version ? `${displayName} ${version}` : displayName;

export type WordFields = Omit<Word, 'id'>;

const at = (id: string) => ({ params: { path: { id } } });

/** Makes a word, or changes one; answers its id. */
export async function saveWord(kind: WordKind, id: string | undefined, fields: WordFields): Promise<string> {
  const { displayName, version = '', phone = '', address = '', website = '' } = fields;
  if (kind === 'categories') {
    const body = { displayName };
    if (id === undefined) return (await answerOf(api.POST('/library/categories', { body }))).category.id;
    return (await answerOf(api.PUT('/library/categories/{id}', { ...at(id), body }))).category.id;
  }
  if (kind === 'manufacturers') {
    const body = { displayName, phone, address, website };
    if (id === undefined) return (await answerOf(api.POST('/library/manufacturers', { body }))).manufacturer.id;
    return (await answerOf(api.PUT('/library/manufacturers/{id}', { ...at(id), body }))).manufacturer.id;
  }
  const body = { displayName, version };
  if (id === undefined) return (await answerOf(api.POST('/library/applications', { body }))).application.id;
  return (await answerOf(api.PUT('/library/applications/{id}', { ...at(id), body }))).application.id;
}

export async function removeWord(kind: WordKind, id: string): Promise<void> {
  if (kind === 'categories') await answerOf(api.DELETE('/library/categories/{id}', at(id)));
  else if (kind === 'manufacturers') await answerOf(api.DELETE('/library/manufacturers/{id}', at(id)));
  else await answerOf(api.DELETE('/library/applications/{id}', at(id)));
}
