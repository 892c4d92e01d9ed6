import type { Context } from '../../../api/http/context.ts';
import { isUnreadable, readLayout } from '../layout/read.ts';
import { layoutText } from '../layout/store.ts';
import { listGroupsIn } from '../layout/validate.ts';
import { listGroupsAmong } from '../list-group/store.ts';
import type { Option } from '../list-group/tree.ts';
import type { DefinitionRow, ListGroupRow } from '../tables.ts';
import { findWorkflow } from '../workflow/store.ts';
import type { Seed, SeedImage, SeedLists } from './seed.ts';
import { imagesOf } from './store.ts';

/** What a definition is made of, to be made once more: its newest layout and all that this names. */
export async function seedOf({ db, ports }: Context, row: DefinitionRow): Promise<Seed> {
  const layout = await layoutText(db, row.id, row.version);
  const read = readLayout(layout);
  const groups = isUnreadable(read) ? [] : await listGroupsAmong(db, row.twin_id, listGroupsIn(read.all));
  const images = (await imagesOf(db, row.id)).map(
    ({ file_id, type, blob_id }): SeedImage => ({
      fileId: file_id,
      type,
      async open() {
        const found = await ports.blobs.read(blob_id);
        if (found === undefined) throw new Error(`The image ${file_id} of definition ${row.id} is not there.`);
        return found.stream;
      },
    }),
  );
  return { layout, listGroups: groups.map(seedLists), images, workflow: await findWorkflow(db, row.twin_id, row) };
}

const seedLists = ({ id, name, lists, tree }: ListGroupRow): SeedLists => ({
  id,
  name,
  lists: { lists: JSON.parse(lists) as string[], tree: JSON.parse(tree) as Option[] },
});
