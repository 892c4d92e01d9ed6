import type { ExportedSheet } from '../../../engines/drawings/params.ts';
import type { ReviewRow } from '../tables.ts';

const mostTold = 20;

const reasons = {
  empty: 'nothing like it is there any more',
  changed: 'the drawing says something else there now; look at it again',
} as const;

/** What became of the corrections of each sheet, for the log of the job. */
export function reviewLines(reviews: readonly ReviewRow[], exported: readonly ExportedSheet[]): string[] {
  return reviews.flatMap(({ sheet }) => {
    const review = exported.find((one) => one.sheet === sheet)?.review;
    if (review === undefined) return [`${sheet}: it was not read; its corrections are kept until it is.`];
    const { kept, lost } = review;
    const told = lost.slice(0, mostTold).map(({ modelClass, label, kind, at, why }) => {
      const what = [modelClass ?? kind, label].filter(Boolean).join(' ');
      return `${sheet}: the correction of ${what} at ${at.join(', ')} was not kept: ${reasons[why]}.`;
    });
    const more = lost.length - told.length;
    return [
      `${sheet}: corrections kept: ${kept}, not kept: ${lost.length}.`,
      ...told,
      ...(more > 0 ? [`${sheet}: and ${more} more that were not kept.`] : []),
    ];
  });
}
