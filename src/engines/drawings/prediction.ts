import type { Matrix, Point } from './geometry.ts';

/*
 * The prediction file of a sheet, as clients read it. Coordinates are pixels of the sheet's picture, y down.
 */

export interface Prediction {
  readonly asset: Asset;
  /** What the title block says; absent where there is none. */
  readonly sheet?: SheetInfo;
  /** What of the sheet is no plant, in reading order. */
  readonly areas?: readonly Area[];
  readonly regions: readonly Region[];
  readonly links: Readonly<Record<string, SheetLink>>;
  readonly connectionPoints: Readonly<Record<string, ConnectionPoint>>;
}

export const areaKinds = [
  'frame',
  'titleBlock',
  'revisionTable',
  'table',
  'notes',
  'legend',
  'matchLine',
  'revisionCloud',
  'hatch',
] as const;
export type AreaKind = (typeof areaKinds)[number];

export interface Area {
  readonly id: string;
  readonly kind: AreaKind;
  readonly boundingBox: BoundingBox;
  readonly confidence: number;
  readonly status: ReviewStatus;
  /** Of notes and match lines. */
  readonly text?: string;
  /** Of tables, from the top down and from left to right. */
  readonly rows?: readonly (readonly string[])[];
  /** Of a cloud: what stands in the triangle beside it. */
  readonly revision?: string;
}

/** What a title block says of its sheet. */
export interface SheetInfo {
  readonly title?: string;
  readonly number?: string;
  readonly revision?: string;
  readonly sheet?: string;
  readonly size?: string;
  readonly project?: string;
  readonly date?: string;
  readonly scale?: string;
  /** Regions of the texts, by member. */
  readonly textIds: Readonly<Record<string, readonly string[]>>;
  readonly confidence: number;
  /** The newest first. */
  readonly revisions: readonly SheetRevision[];
}

export interface SheetRevision {
  readonly revision: string;
  readonly date?: string;
  readonly text?: string;
  readonly textIds: readonly string[];
}

export interface Asset {
  readonly id: string;
  /** The file that the sheet is of. */
  readonly name: string;
  readonly format: DrawingFormat;
  readonly size: { readonly width: number; readonly height: number };
  readonly creationDate: string;
  readonly taskDefinitionId: string;
  readonly transform?: Matrix;
  readonly source?: 'vector' | 'raster';
  readonly symbolSet?: { readonly id: string; readonly version: number };
  /** Of a sheet that was read with all that is built in, the larger share of its symbols first. */
  readonly symbolSets?: readonly { readonly id: string; readonly version: number; readonly share: number }[];
}

export type DrawingFormat = 'png' | 'jpg' | 'jpeg' | 'pdf' | 'bmp' | 'svg' | 'dxf';
export type ReviewStatus = 'pending' | 'approved' | 'deleted';

export interface BoundingBox {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

interface Labelled {
  readonly modelSchema?: string;
  readonly modelClass?: string;
  readonly userLabel?: string;
  readonly userLabelTextIds?: readonly string[];
  readonly userLabelConfidence?: number;
  readonly description?: string;
  readonly status: ReviewStatus;
  readonly confidence?: number;
}

export interface Region extends Labelled {
  readonly id: string;
  readonly boundingBox: BoundingBox;
  readonly text?: string;
  readonly textStatus?: 0 | 1 | 2;
  readonly tags?: readonly string[];
  readonly orientation?: string;
  /** What the drawing says of the symbol. */
  readonly properties?: Readonly<Record<string, string>>;
  /** The same connector on other sheets: `<sheet>/<region>`. */
  readonly associatedTo?: readonly { readonly id: string; readonly confidence: number }[];
}

export interface SheetLink extends Labelled {
  readonly endpoints: readonly string[];
  /** Of signal lines: their kind. */
  readonly properties?: Readonly<Record<string, string>>;
  readonly path?: readonly Point[];
}

export interface ConnectionPoint {
  readonly pos: Point;
  readonly assocSymbol?: string;
  readonly relatedLinks: readonly string[];
}

export const modelSchema = 'ProcessFunctional';
export const connectorClass = 'OFF_PAGE_CONNECTOR';
export const pipeClass = 'PIPE_RUN';
export const signalClass = 'SIGNAL_LINE';
