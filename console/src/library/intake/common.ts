import type { LibrarySearch } from '../search.ts';
import type { LibraryRights } from '../use-rights.ts';
import type { Common } from './run.ts';

/** What new components have where they are added beside a search: they are found by it, too. */
export const commonOf = (search: LibrarySearch): Common => ({
  catalogs: search.catalog ? [search.catalog] : [],
  category: search.category ?? null,
  manufacturer: search.manufacturer ?? null,
  application: search.application ?? null,
  hashtags: search.hashtag ? [search.hashtag] : [],
});

/** Whether files may be made components: the records of their documents are changes. */
export const mayTake = ({ mayUpload, mayWrite }: LibraryRights): boolean => mayUpload && mayWrite;
