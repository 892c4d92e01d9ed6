import type { Area, Kit } from '../../api/area.ts';
import { storageArchive } from './archived-tables.ts';
import { fileEndpoints } from './file/endpoints.ts';
import { folderEndpoints } from './folder/endpoints.ts';
import { listEndpoints } from './list/endpoints.ts';
import { emptyBins, endUploads, purgeTwin, removeGone } from './maintenance.ts';
import { storageRepository, storedFiles } from './ports.ts';
import { recycleBinEndpoints } from './recycle-bin/endpoints.ts';
import { storageMigrations } from './tables.ts';

/** Storage: the folders and files of twins. */
export function storageArea(kit: Kit): Area {
  return {
    name: 'storage',
    apis: [
      {
        name: 'storage',
        title: 'Storage',
        version: 1,
        prefix: '/storage',
        description:
          'Folders and files of a twin, with a recycle bin. Files are uploaded in three steps: create the file, upload its content to the signed address by the block-blob protocol, complete it.',
        endpoints: [...folderEndpoints, ...listEndpoints, ...fileEndpoints, ...recycleBinEndpoints],
        changelog: [
          {
            date: '2026-11-27',
            text: 'Update file content heeds `If-Match`: 412 for a file that was changed since it was read.',
          },
          {
            date: '2026-11-22',
            text: 'Contents count only while their sender may write, and carry the name of the sender. Download addresses end when the file is recycled or purged. Ids of new items have version digit 4.',
          },
          { date: '2026-11-20', text: 'First edition: every operation of the specification.' },
        ],
      },
    ],
    archive: storageArchive,
    migrations: storageMigrations,
    maintenance: [endUploads(kit), emptyBins(kit), removeGone(kit)],
    ports: { files: storedFiles(kit) },
    listeners: { twins: { purged: purgeTwin } },
    repositories: [storageRepository],
  };
}
