import { anyOf, type Condition, condition } from '../../../kernel/db/condition.ts';
import { fold, likeLiteral } from '../../../std/text.ts';

/** What a search looks into: name and hashtags, folded, one a line. */
export const searchText = (name: string, hashtags: readonly string[]): string =>
  [name, ...hashtags].map(fold).join('\n');

/** The words of a text, each once. */
export const wordsIn = (folded: string): string[] => [...new Set(folded.split(/\s+/).filter((word) => word !== ''))];

/** The words of a `$search`, of which any is looked for; none where it says nothing. */
export const wordsOf = (search: string | undefined): string[] => wordsIn(fold(search ?? ''));

/** Rows whose `search` column contains any of the words. */
export const containsAny = (words: readonly string[]): Condition =>
  anyOf(words.map((word) => condition`search like ${`%${likeLiteral(word)}%`} escape '\\'`));

/** All ends of all words of a text: a part of a word is how one of them begins. */
export function suffixesOf(text: string): string[] {
  const endings = wordsIn(text).flatMap((word) => {
    const signs = [...word];
    return signs.map((_, at) => signs.slice(at).join(''));
  });
  return [...new Set(endings)];
}

/** Above everything that begins with the text, by code point. */
export const afterAll = (beginning: string): string => `${beginning}\u{10ffff}`;
