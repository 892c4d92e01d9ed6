import type { Matrix, Point } from './geometry.ts';

/*
 * The prediction file of a sheet, as clients read it. Coordinates are pixels of the sheet's picture, y down.
 */

export interface Prediction {
  readonly asset: Asset;
  readonly regions: readonly Region[];
  readonly links: Readonly<Record<string, SheetLink>>;
  readonly connectionPoints: Readonly<Record<string, ConnectionPoint>>;
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
  /** The same connector on other sheets: `<sheet>/<region>`. */
  readonly associatedTo?: readonly { readonly id: string; readonly confidence: number }[];
}

export interface SheetLink extends Labelled {
  readonly endpoints: readonly string[];
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
