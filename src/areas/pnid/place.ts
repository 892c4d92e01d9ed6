/** Where the files of runs lie. */
export const resultPlace = { area: 'pnid', container: 'results' } as const;
