import type { AreaArchive } from '../../api/archive/kind.ts';

/** What of the tables of this area goes into the archive of a twin. */
export const libraryArchive: AreaArchive = {
  kinds: [],
  excused: {
    library_analytics:
      'Belongs to the Account, not to a twin; a catalog has its own archive (docs/library.md). No table of a twin refers to a component; addresses of the library in texts and JSON stay as they are.',
    library_archives:
      'Belongs to the Account, not to a twin; a catalog has its own archive (docs/library.md). No table of a twin refers to a component; addresses of the library in texts and JSON stay as they are.',
    library_brands:
      'Belongs to the Account, not to a twin; a catalog has its own archive (docs/library.md). No table of a twin refers to a component; addresses of the library in texts and JSON stay as they are.',
    library_catalog_places:
      'Belongs to the Account, not to a twin; a catalog has its own archive (docs/library.md). No table of a twin refers to a component; addresses of the library in texts and JSON stay as they are.',
    library_catalogs:
      'Belongs to the Account, not to a twin; a catalog has its own archive (docs/library.md). No table of a twin refers to a component; addresses of the library in texts and JSON stay as they are.',
    library_component_endings:
      'Belongs to the Account, not to a twin; a catalog has its own archive (docs/library.md). No table of a twin refers to a component; addresses of the library in texts and JSON stay as they are.',
    library_components:
      'Belongs to the Account, not to a twin; a catalog has its own archive (docs/library.md). No table of a twin refers to a component; addresses of the library in texts and JSON stay as they are.',
    library_documents:
      'Belongs to the Account, not to a twin; a catalog has its own archive (docs/library.md). No table of a twin refers to a component; addresses of the library in texts and JSON stay as they are.',
    library_previews:
      'Belongs to the Account, not to a twin; a catalog has its own archive (docs/library.md). No table of a twin refers to a component; addresses of the library in texts and JSON stay as they are.',
    library_terms:
      'Belongs to the Account, not to a twin; a catalog has its own archive (docs/library.md). No table of a twin refers to a component; addresses of the library in texts and JSON stay as they are.',
    library_thumbnails:
      'Belongs to the Account, not to a twin; a catalog has its own archive (docs/library.md). No table of a twin refers to a component; addresses of the library in texts and JSON stay as they are.',
    library_uploads:
      'Belongs to the Account, not to a twin; a catalog has its own archive (docs/library.md). No table of a twin refers to a component; addresses of the library in texts and JSON stay as they are.',
    library_variations:
      'Belongs to the Account, not to a twin; a catalog has its own archive (docs/library.md). No table of a twin refers to a component; addresses of the library in texts and JSON stay as they are.',
    library_weblinks:
      'Belongs to the Account, not to a twin; a catalog has its own archive (docs/library.md). No table of a twin refers to a component; addresses of the library in texts and JSON stay as they are.',
  },
};
