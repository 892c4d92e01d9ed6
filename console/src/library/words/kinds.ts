export const kinds = ['categories', 'manufacturers', 'applications'] as const;
export type WordKind = (typeof kinds)[number];
