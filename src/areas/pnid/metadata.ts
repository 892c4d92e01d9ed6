import type { ExportedSheet } from '../../engines/drawings/params.ts';
import type { Lost } from '../../engines/drawings/review/review.ts';
import type { SheetRow } from './tables.ts';

export const metadataName = 'metadata.json';

export interface Metadata {
  readonly results_summary: Readonly<Record<string, { readonly regions_count: number; readonly tags_count: number }>>;
  readonly user_errors: readonly { readonly error_code: string; readonly location: string }[];
  /** Sheets whose corrections were put onto this run. */
  readonly reviews?: Readonly<Record<string, ReviewSummary>>;
}

interface ReviewSummary {
  readonly kept_count: number;
  /** Corrections without a place on the sheet, 100 at most are told. */
  readonly lost_count: number;
  readonly lost: readonly LostCorrection[];
}

interface LostCorrection {
  readonly kind: Lost['kind'];
  readonly model_class?: string | undefined;
  readonly label?: string | undefined;
  /** Pixels of the picture. */
  readonly position: readonly [x: number, y: number];
  readonly reason: 'empty' | 'changed';
}

const mostLost = 100;

type Counted = Pick<ExportedSheet, 'sheet' | 'regionsCount' | 'tagsCount'>;

const countsOf = ({ sheet, regionsCount, tagsCount }: Counted) =>
  [sheet, { regions_count: regionsCount, tags_count: tagsCount }] as const;

const reviewOf = ({ sheet, review }: ExportedSheet): (readonly [string, ReviewSummary])[] => {
  if (review === undefined) return [];
  const lost = review.lost.slice(0, mostLost).map(
    ({ kind, modelClass, label, at, why }): LostCorrection => ({
      kind,
      model_class: modelClass,
      label,
      position: at,
      reason: why,
    }),
  );
  return [[sheet, { kept_count: review.kept, lost_count: review.lost.length, lost }]];
};

/** What a run has found, and what it could not read: `x.pdf p0002` for a page. */
export const metadataOf = (sheets: readonly ExportedSheet[], failed: readonly SheetRow[]): Metadata => ({
  results_summary: Object.fromEntries(sheets.map(countsOf)),
  user_errors: failed.map(({ name, page, error }) => ({
    error_code: error ?? 'E104',
    location: locationOf(name, page),
  })),
  ...(sheets.some(({ review }) => review) ? { reviews: Object.fromEntries(sheets.flatMap(reviewOf)) } : {}),
});

const locationOf = (name: string, page: number): string =>
  page > 0 && /\.pdf$/i.test(name) ? `${name} p${String(page).padStart(4, '0')}` : name;

/** The same after a review of some sheets. */
export const withCounts = (metadata: Metadata, sheets: readonly Counted[]): Metadata => ({
  ...metadata,
  results_summary: { ...metadata.results_summary, ...Object.fromEntries(sheets.map(countsOf)) },
});
