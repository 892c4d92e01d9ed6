import type { Figures, Module } from './modules.ts';

/** Units that a declaration may be of. */
export const declaredUnits = ['kg', 'm3', 'm2', 'm', 'pcs', 't.km', 'kWh', 'MJ'] as const;
export type DeclaredUnit = (typeof declaredUnits)[number];

export type Standard = 'EN 15804+A1' | 'EN 15804+A2';

/** The scenarios of a module, and what each declares. */
export interface ModuleScenarios {
  readonly module: Module;
  readonly choices: readonly { readonly scenario: string; readonly gwp: number }[];
  /** The one that counts. */
  readonly chosen?: string;
}

/** What a file declares of a product: an environmental product declaration (EN 15804). */
export interface Declaration {
  readonly name: string;
  readonly declared: { readonly quantity: number; readonly unit: DeclaredUnit };
  /** kg/m³ */
  readonly density?: number;
  /** kg of what is declared. */
  readonly massPerUnit?: number;
  /** m */
  readonly thickness?: number;
  readonly standard: Standard | null;
  /** Global warming potential of what is declared, kg CO2e. */
  readonly gwp: Figures;
  readonly gwpFossil?: Figures;
  readonly gwpBiogenic?: Figures;
  readonly gwpLuluc?: Figures;
  /** The last day: 2027-12-31. */
  readonly validUntil?: string;
  readonly owner?: string;
  readonly reference?: string;
  readonly url?: string;
  /** By which method the figures are calculated, where the file names one. */
  readonly method?: string;
  /** The same product by other methods, which do not count. */
  readonly otherMethods?: readonly { readonly method: string; readonly gwp: Figures }[];
  /** Modules with scenarios of which none is the default: none counts until a person has chosen one. */
  readonly scenarios?: readonly ModuleScenarios[];
  /** What a person must know who uses it. */
  readonly warnings?: readonly string[];
  /** Made up, to show how it is done. */
  readonly example: boolean;
}

export const sourceFormats = ['openEPD', 'ILCD+EPD', 'CSV'] as const;

export interface DeclarationSource {
  readonly format: (typeof sourceFormats)[number];
  readonly fileName: string;
  /** Of the file, in hexadecimal. */
  readonly sha256: string;
}

export interface Epd extends Declaration {
  readonly id: string;
  readonly source: DeclarationSource;
}

/** A way that a product comes to the site: a declaration per tonne and kilometre. */
export interface Transport {
  readonly epdId: string;
  /** km */
  readonly distance: number;
}

/** What a material of a table is, as a person has said. */
export interface MappedMaterial {
  readonly name: string;
  readonly epdId: string | null;
  readonly ignored?: boolean;
  /** Why it is ignored. */
  readonly reason?: string;
  /** Default 1. */
  readonly factor?: number;
  /** Share that is lost when it is built in; default 0. */
  readonly wastage?: number;
  /** kg/m³ */
  readonly density?: number;
  /** m */
  readonly thickness?: number;
  readonly transport?: readonly Transport[];
  /** Years until it is replaced. */
  readonly serviceLife?: number;
  readonly note?: string;
}

/** Elements by a filter of OData on their members. */
export interface ElementGroup {
  readonly name: string;
  readonly filter: string;
}

export interface Mapping {
  readonly id: string;
  readonly displayName: string;
  readonly version: number;
  /** Years. */
  readonly studyPeriod: number;
  readonly reviewedBy: string | null;
  readonly reviewedOn: string | null;
  readonly groups: readonly ElementGroup[];
  readonly materials: readonly MappedMaterial[];
}
