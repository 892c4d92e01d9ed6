/** kg CO2e by module; null is not known. */
export interface Sums {
  /** Of how many rows a module is not known, or not whole. */
  readonly missing?: Readonly<Record<string, number>>;
  readonly [member: string]: number | null | Readonly<Record<string, number>> | undefined;
}

export const sumOf = (sums: Sums, member: string): number | null => {
  const value = sums[member];
  return typeof value === 'number' ? value : null;
};

export interface NamedSums {
  readonly name: string;
  readonly totals: Sums;
}

/** What `result.json` holds of what is shown. */
export interface ResultFile {
  readonly totals: Sums;
  readonly date: string;
  readonly source: { readonly modelId?: string; readonly changesetId?: string };
  readonly mapping: { readonly name: string; readonly version: number; readonly reviewedBy: string | null } | null;
  readonly materials: readonly (NamedSums & { readonly quantity: number; readonly unit: string })[];
  readonly classes: readonly NamedSums[];
  readonly storeys: readonly NamedSums[];
  readonly labels: readonly (NamedSums & { readonly rows: number })[];
  readonly notCalculated: readonly NotCalculated[];
  readonly warnings: readonly { readonly code: string; readonly message: string; readonly count: number }[];
}

export interface NotCalculated {
  readonly label: string;
  readonly material: string | null;
  readonly reason: string;
  readonly because?: string;
  readonly rows: number;
  readonly quantity: number | null;
  readonly unit: string | null;
  readonly examples: readonly string[];
}

/** What `elements.json` holds. */
export interface ElementsFile {
  readonly members: readonly string[];
  readonly materials: readonly string[];
  readonly elements: readonly FigureOfElement[];
}

export interface FigureOfElement {
  readonly id: string;
  readonly globalId: string;
  readonly class: string;
  readonly storey: string | null;
  /** m² */
  readonly area: number | null;
  readonly of: readonly (readonly [material: number, figures: readonly (number | null)[]])[];
}
