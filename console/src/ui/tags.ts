import { queryOptions } from '@tanstack/react-query';
import { answerOf, platform } from '../platform/client.ts';

/** Where a tag is, on the drawings and in the models of a twin. What cannot be a tag is not asked for. */
export const tagQuery = (twinId: string, tag: string) =>
  queryOptions({
    queryKey: ['tags', twinId, tag],
    enabled: twinId !== '' && tag.length <= 64 && /\d/.test(tag) && /\p{L}/u.test(tag),
    queryFn: () =>
      answerOf(platform.pnidToTwin.GET('/synchronization/pnidtoitwin/tags', { params: { query: { twinId, tag } } })),
  });

/** `plant_pdf_p0002` as people name it. */
export const sheetTitle = (sheet: string): string =>
  sheet.replace(/_([a-z]+)_p0*(\d+)$/i, (_, ending, page) => `.${ending}, sheet ${page}`);

/** `GATE_VALVE` as people say it. */
export function symbolName(modelClass: string): string {
  const words = modelClass.toLowerCase().replaceAll('_', ' ');
  return `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`;
}
