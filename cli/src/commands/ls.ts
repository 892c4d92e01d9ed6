import { type RemoteItem, twinFiles } from '../../../client/src/node.ts';
import { filesCall, transfersOf } from '../files/call.ts';
import { itemAt } from '../files/remote.ts';
import { tell } from '../io.ts';
import { listWriter } from '../output.ts';
import type { BuiltIn } from '../run.ts';
import { lsUsage } from '../usages.ts';

/** `twin ls [<path>] [-r]`: what is in a folder of the twin. */
export const ls: BuiltIn = async (call) => {
  const asked = filesCall(call, 'list', lsUsage, [{ name: 'recursive', short: 'r', takes: 'none' }]);
  const { given, general, io, problems } = asked;
  const [path = '', ...more] = given.words;
  if (more.length > 0) problems.push(`${more.join(' ')}: too many arguments.`);
  asked.refuseWrong();
  const { client, failure } = await transfersOf(asked, undefined);
  const isDeep = asked.has('recursive');
  const columns = ['id', isDeep ? 'path' : 'displayName', 'type', 'size', 'lastModifiedDateTime'];
  const writer = listWriter({ io, general, columns, member: 'items', headings: { lastModifiedDateTime: 'CHANGED' } });
  try {
    const files = twinFiles(client, await asked.twin());
    let left = general.limit ?? Number.POSITIVE_INFINITY;
    let count = 0;
    const show = async (items: readonly RemoteItem[]): Promise<void> => {
      const shown = items.slice(0, left);
      left -= shown.length;
      count += shown.length;
      await writer.items(shown);
    };
    const showFolder = async (folderId: string): Promise<void> => {
      const items = await files.itemsIn(folderId);
      files.forget(folderId);
      await show(items);
      if (isDeep) for (const { id, type } of items) if (type === 'folder' && left > 0) await showFolder(id);
    };
    const found = await itemAt(files, path);
    if (found.is === 'file') await show([found.file]);
    else await showFolder(found.id);
    await writer.end();
    if (count === 0 && !general.json && !general.jsonl && !general.csv) await tell(io, 'No items.');
  } catch (error) {
    throw failure(error);
  }
};
