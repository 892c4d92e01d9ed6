import type { Epd } from './types.ts';

export interface Warning {
  readonly code: string;
  readonly message: string;
  /** Of rows, or of elements. */
  readonly count: number;
}

/** What a reader must know of the result. */
export function warningsOf(
  used: readonly { readonly epd: Epd; readonly rows: number }[],
  { differs, byParts, duplicates }: { differs: number; byParts: number; duplicates: number },
  date: string,
): readonly Warning[] {
  const rowsOf = (wanted: (epd: Epd) => boolean) =>
    used.filter(({ epd }) => wanted(epd)).reduce((sum, { rows }) => sum + rows, 0);
  const examples = rowsOf(({ example }) => example);
  const expired = rowsOf(({ validUntil }) => validUntil !== undefined && validUntil < date);
  const [older, newer] = (['EN 15804+A1', 'EN 15804+A2'] as const).map((one) =>
    rowsOf(({ standard }) => standard === one),
  );
  const all: readonly Warning[] = [
    {
      code: 'ExampleFactors',
      message: 'Factors that are made up as examples were used; the figures mean nothing.',
      count: examples,
    },
    { code: 'ExpiredEpd', message: 'Declarations were used whose validity has ended.', count: expired },
    {
      code: 'MixedStandards',
      message: 'Declarations by EN 15804+A1 and by +A2 were used together; their figures are not quite comparable.',
      count: older && newer ? older + newer : 0,
    },
    {
      code: 'QuantityDiffers',
      message:
        'The declared volume of an element and that of its shape are more than 5 % apart; the declared one was used.',
      count: differs,
    },
    { code: 'ByParts', message: 'Elements that have parts with quantities were counted by these.', count: byParts },
    {
      code: 'DuplicateElement',
      message: 'Elements that are in the file twice, with the same id, shape and place, were counted once.',
      count: duplicates,
    },
  ];
  return all.filter(({ count }) => count > 0);
}
