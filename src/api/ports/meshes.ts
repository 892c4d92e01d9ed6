import type { Reader } from '../../kernel/db/database.ts';

/** Something that a viewer can show; `uri` may be signed. */
export interface Graphic {
  readonly type: string;
  readonly uri: string;
  /** How a viewer reads what its type alone does not say. */
  readonly provider?: { readonly name: string; readonly options: Record<string, unknown> };
}

/** Given by the Mesh Export area. */
export interface Meshes {
  /** What can be shown of a model. The caller has checked what its own caller may do in the twin. */
  graphicsOf(db: Reader, modelId: string): Promise<readonly Graphic[]>;
}
