import type { AreaArchive } from '../../api/archive/kind.ts';

/** Archives hold no archives. */
export const archivesArchive: AreaArchive = {
  kinds: [],
  excused: {
    archive_exports: 'Exports of this server.',
    archive_pieces: 'Exports of this server.',
    archive_imports: 'Files that people bring to this server.',
  },
};
