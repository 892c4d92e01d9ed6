import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '@twin-platform/client';
import { answerOf, platform } from '../../platform/client.ts';
import type { Asked } from '../queries.ts';

type Shapes = Schemas['pnidToTwin'];
export type SymbolSet = Shapes['PnIDSymbolSet'];
export type SymbolRule = Shapes['PnIDSymbolOfSet'];
export type TagRule = Shapes['PnIDTagRuleOfSet'];
export type Trial = Shapes['PnIDTrialResponse'];
/** What people say of a set. */
export type Content = Pick<SymbolSet, 'displayName' | 'minConfidence' | 'tags' | 'linePattern' | 'symbols'>;

const api = platform.pnidToTwin;
const of = (setId: string) => ({ path: { setId } });

/** A set with its symbols; an earlier version never changes. */
export const setQuery = (setId: string, version?: number) =>
  queryOptions({
    queryKey: ['symbol-set', setId, version ?? 'present'],
    queryFn: async () => {
      const params = { ...of(setId), query: version === undefined ? {} : { version } };
      return (await answerOf(api.GET('/synchronization/pnidtoitwin/symbolsets/{setId}', { params }))).symbolSet;
    },
  });

export const versionsQuery = (setId: string) =>
  queryOptions({
    queryKey: ['symbol-set', setId, 'versions'],
    queryFn: async () =>
      (await answerOf(api.GET('/synchronization/pnidtoitwin/symbolsets/{setId}/versions', { params: of(setId) })))
        .versions,
  });

export const contentOf = ({ displayName, minConfidence, tags, linePattern, symbols }: Content): Content => ({
  displayName,
  minConfidence,
  tags,
  linePattern,
  symbols,
});

/** Puts it in the place of a version. Errors: 412, when somebody else has published since; 409, while a run works with it. */
export async function publish(setId: string, version: number, body: Content): Promise<SymbolSet> {
  const headers = { 'If-Match': `W/"${version}"` };
  const init = { params: of(setId), body: contentOf(body), headers };
  return (await answerOf(api.PUT('/synchronization/pnidtoitwin/symbolsets/{setId}', init))).symbolSet;
}

/** What a draft of a set makes of a reviewed sheet. */
export const tryOutDraft = (setId: string, asked: Asked, draft: Content): Promise<Trial> =>
  answerOf(
    api.POST('/synchronization/pnidtoitwin/symbolsets/{setId}/trial', {
      params: of(setId),
      body: { ...asked, draft: contentOf(draft) },
    }),
  );
