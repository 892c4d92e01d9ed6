import type { Failed } from '../../../api/http/problem.ts';
import type { Column, Page, PageQuery } from '../../../engines/tables/params.ts';

/** A set of rows that is offered as OData. */
export interface EntitySet {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
}

/** Versions of sources by their ids: all pages of a reading come from the same ones. */
export type Versions = Readonly<Record<string, string>>;

/** What a page cannot be given for: 422, 502, 503, 504. */
export type Refused = Failed<'BadGateway' | 'GatewayTimeout' | 'ServiceUnavailable'>;

/** The data of a package in a twin, as it is now or at earlier versions. */
export interface OpenData {
  /** In the order of the service document. */
  readonly sets: readonly EntitySet[];
  /** Null where there are none: a database has only what is in it now. */
  readonly versions: Versions | null;
  /** Writes the rows of a page into a new file, or counts only. */
  page(set: EntitySet, query: PageQuery, output: string | null): Promise<Page | Refused>;
}
