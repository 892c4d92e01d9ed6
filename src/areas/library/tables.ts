import { tables } from '../../kernel/db/query.ts';
import type { JsonOf } from '../../std/json.ts';
import type { Asked } from './asked.ts';
import type { AdHocProperty } from './property.ts';

/** What every record of a library has. Times are milliseconds since 1970. */
interface Kept {
  readonly id: string;
  /** The Account whose library it is in. */
  readonly account_id: string;
  readonly created: number;
  readonly modified: number;
  /** Counts the changes of what its answers show. */
  readonly revision: number;
}

export type TermKind = 'application' | 'category' | 'manufacturer';

/** A word that components refer to: an application, a category or a manufacturer. */
export interface TermRow extends Kept {
  readonly kind: TermKind;
  readonly name: string;
  readonly name_folded: string;
  /** Of applications; else empty, so that the unique index counts names alone. */
  readonly version: string;
  readonly version_folded: string;
  readonly phone: string | null;
  readonly address: string | null;
  readonly website: string | null;
}

export interface CatalogRow extends Kept {
  readonly name: string;
  readonly name_folded: string;
  readonly description: string | null;
  readonly region: string | null;
  readonly hashtags: JsonOf<string[]>;
  /** Name and hashtags, folded, one a line: what a search looks into. */
  readonly search: string;
}

export type ComponentState = 'Draft' | 'Published' | 'Checked' | 'Approved' | 'Archived';

export interface ComponentRow extends Kept {
  readonly name: string;
  readonly name_folded: string;
  readonly description: string | null;
  readonly state: ComponentState;
  readonly application_id: string | null;
  readonly category_id: string | null;
  readonly manufacturer_id: string | null;
  readonly hashtags: JsonOf<string[]>;
  /** As of catalogs. */
  readonly search: string;
}

/**
 * The end of a word of a component's name or hashtag, folded: a search for a part of a word is one for how such an end
 * begins. With the name of the component, so that those of one end are in the order of a page.
 */
export interface ComponentEndingRow {
  readonly account_id: string;
  readonly ending: string;
  readonly name_folded: string;
  readonly component_id: string;
}

/** A component in a catalog, there by name. */
export interface PlaceRow {
  readonly catalog_id: string;
  readonly name_folded: string;
  readonly component_id: string;
}

export type ParentKind = 'catalog' | 'component';

interface Child extends Kept {
  readonly parent_kind: ParentKind;
  readonly parent_id: string;
  readonly name: string;
}

export interface WebLinkRow extends Child {
  readonly name_folded: string;
  readonly uri: string;
}

export interface VariationRow extends Omit<Child, 'parent_kind'> {
  readonly design_id: string | null;
  readonly properties: JsonOf<AdHocProperty[]>;
}

export type Purpose = 'Design' | 'Thumbnail' | 'Reference' | 'GalleryImage' | 'TypeCatalog';

export interface DocumentRow extends Child {
  readonly name_folded: string;
  readonly extension: string;
  readonly extension_folded: string;
  readonly version: string;
  readonly version_folded: string;
  readonly purpose: Purpose;
  /** The Design document that this one is a newer version of. */
  readonly previous_id: string | null;
  /** The Design document that it belongs to. */
  readonly design_id: string | null;
  /** 0 and 1 stand for false and true. */
  readonly available: number;
  readonly active: number;
  readonly blob_id: string | null;
  /** Bytes; 0 until there is a file. */
  readonly size: number;
  /** The upload that may become the file, and when its address ends. */
  readonly upload_id: string | null;
  readonly upload_due: number | null;
}

export type AnalyticsAction = 'View' | 'Download' | 'Create' | 'Update' | 'Delete';

/** What somebody did with a component, with the names of then. */
export interface AnalyticsRow {
  readonly id: string;
  readonly account_id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly action: AnalyticsAction;
  readonly component_id: string;
  readonly component_name: string;
  readonly document_name: string | null;
  readonly user_id: string;
  /** Only of users of the organization whose library it is. */
  readonly email: string | null;
  readonly project_id: string | null;
}

/** How a job ended; while it has not, the queue knows its state. */
export type JobEnding = 'Success' | 'Error' | 'Canceled' | 'Aborted';

/** A file that a component is to be made of, with the job that does it. */
export interface UploadRow {
  /** The session. */
  readonly id: string;
  /** The job as this API names it. */
  readonly public_id: string;
  readonly account_id: string;
  readonly created: number;
  readonly file_name: string;
  /** What the component is to say. */
  readonly asked: JsonOf<Asked>;
  readonly design_blob: string;
  readonly catalog_blob: string | null;
  readonly job_id: string;
  /** When it is given up; null once the file came. */
  readonly due: number | null;
  /** 1 once the job has taken the files over. */
  readonly taken: number;
  /** Bytes; 0 until the file came. */
  readonly size: number;
  readonly ending: JobEnding | null;
  readonly error: string | null;
  readonly component_id: string | null;
}

/** A catalog that leaves or comes as an archive, with the job that does it. */
export interface ArchiveRow {
  readonly id: string;
  readonly public_id: string;
  readonly account_id: string;
  readonly created: number;
  readonly kind: 'CatalogExport' | 'CatalogImport';
  readonly file_name: string;
  readonly job_id: string;
  /** The catalog that leaves, or has come. */
  readonly catalog_id: string | null;
  /** The archive. */
  readonly blob_id: string | null;
  /** Until when the file is waited for. */
  readonly due: number | null;
  /** When the job ended. */
  readonly ended: number | null;
  readonly size: number;
  readonly ending: JobEnding | null;
  readonly error: string | null;
  readonly user_id: string;
  /** Of people of the organization whose library it is. */
  readonly email: string | null;
}

export interface PreviewFacts {
  readonly triangleCount: number;
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

/** What is to be seen of a component: made of one file. */
export interface PreviewRow {
  readonly component_id: string;
  readonly account_id: string;
  /** The design document, and its file. */
  readonly document_id: string;
  readonly source_blob: string;
  readonly job_id: string;
  /** Null until it is made. */
  readonly facts: JsonOf<PreviewFacts> | null;
  readonly model_blob: string | null;
  readonly picture_blob: string | null;
  /** Why it cannot be made. */
  readonly error: string | null;
}

/** The small picture of a component or catalog: made of its Thumbnail document. */
export interface ThumbnailRow {
  readonly parent_id: string;
  readonly account_id: string;
  readonly source_blob: string;
  readonly job_id: string;
  /** Null until it is made; for good where the document is no picture. */
  readonly picture_blob: string | null;
  readonly picture_format: 'png' | 'jpeg' | null;
}

/** What shows the published components of an organization to everybody. */
export interface BrandRow {
  readonly id: string;
  readonly name: string;
  readonly name_folded: string;
  readonly description: string | null;
  readonly organization_id: string;
  /** 0 and 1 stand for false and true. */
  readonly partnership: number;
  readonly created: number;
  readonly modified: number;
  readonly revision: number;
}

export interface LibraryTables {
  library_terms: TermRow;
  library_catalogs: CatalogRow;
  library_components: ComponentRow;
  library_component_endings: ComponentEndingRow;
  library_catalog_places: PlaceRow;
  library_weblinks: WebLinkRow;
  library_variations: VariationRow;
  library_documents: DocumentRow;
  library_analytics: AnalyticsRow;
  library_uploads: UploadRow;
  library_brands: BrandRow;
  library_archives: ArchiveRow;
  library_previews: PreviewRow;
  library_thumbnails: ThumbnailRow;
}

export const q = tables<LibraryTables>();
