import type { Reader, Transaction } from '../../kernel/db/database.ts';

/** A saved view as other areas know it. */
export interface SavedViewFacts {
  readonly id: string;
  readonly twinId: string;
  /** Everybody with access to the twin may see it; else only who made it. */
  readonly shared: boolean;
  readonly createdBy: string;
}

/** A view with its content. */
export interface WholeSavedView extends SavedViewFacts {
  readonly modelId: string | null;
  /** Its twin3dView, as it was given; undefined for a view of another kind. */
  readonly view3d: unknown;
  /** Data of its extensions by name: JSON as it was given. */
  readonly extensions: ReadonlyMap<string, string>;
  /** Blob of its picture. */
  readonly image: string | undefined;
}

/** A camera as Saved Views keeps it (saved-views.md): metres and degrees, Z up, coordinates of the model. */
export interface NewView3d {
  readonly origin: number[];
  readonly extents: number[];
  readonly angles?: { yaw?: number; pitch?: number; roll?: number };
  readonly camera?: { lens: number; focusDist: number; eye: number[] };
  readonly clipVectors?: { planes: { clips: { normal: number[]; distance: number }[][] } }[];
}

/** A shared view to be made. */
export interface NewSavedView {
  readonly twinId: string;
  readonly modelId: string | null;
  readonly displayName: string;
  /** Name of a shared group of the same place; made where there is none. */
  readonly group: string;
  readonly view3d: NewView3d;
  readonly extensions: ReadonlyMap<string, string>;
  readonly image: SavedImage | undefined;
  readonly userId: string;
  readonly now: number;
}

/** A picture with its thumbnail, saved and not yet taken. */
export interface SavedImage {
  readonly type: 'image/png' | 'image/jpeg';
  readonly full: string;
  readonly thumbnail: string;
}

/** Given by the Saved Views area. */
export interface SavedViews {
  find(db: Reader, id: string): Promise<SavedViewFacts | undefined>;
  read(db: Reader, id: string): Promise<WholeSavedView | undefined>;
  /** Saves a picture for `create`; undefined when it is no PNG or JPEG, or too large. */
  saveImage(bytes: Buffer): Promise<SavedImage | undefined>;
  /** Answers the id. */
  create(tx: Transaction, view: NewSavedView): Promise<string>;
}
