import { type AreaArchive, archiveKind } from '../../api/archive/kind.ts';
import { workspaceCreate } from './workspace/schema.ts';

/** What of the tables of this area goes into the archive of a twin. */
export const captureArchive: AreaArchive = {
  kinds: [
    archiveKind({
      kind: 'capture/workspace',
      table: 'capture_workspaces',
      order: 72,
      columns: `id=guid:storage/item* twin_id=twin? name=text capture_version=text created=time created_by=person`,
      note: 'Those with this twin; its id is also that of its reality data (guid), and both map alike.',
      shapes: { name: workspaceCreate.properties.name },
    }),
  ],
  excused: {
    capture_caches: 'What later jobs would start from; without it they start from the photos.',
  },
};
