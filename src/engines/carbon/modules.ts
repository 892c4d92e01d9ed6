/** Modules of EN 15978, in its order. D is what is gained beyond the building's own life: it is never added to others. */
export const modules = [
  'A1-A3',
  'A4',
  'A5',
  'B1',
  'B2',
  'B3',
  'B4',
  'B5',
  'B6',
  'B7',
  'C1',
  'C2',
  'C3',
  'C4',
  'D',
] as const;
export type Module = (typeof modules)[number];

export const upfront: readonly Module[] = ['A1-A3', 'A4', 'A5'];
export const endOfLife: readonly Module[] = ['C1', 'C2', 'C3', 'C4'];
export const embodied: readonly Module[] = [...upfront, 'B1', 'B2', 'B3', 'B4', 'B5', ...endOfLife];

/** kg CO2e by module; absent: not known, which is not 0. */
export type Figures = Readonly<Partial<Record<Module, number>>>;
