import { eachPlatform } from '../../../test/support/platform.ts';
import { accessRows, misplacedRows } from './testing/access-rows.ts';
import { binRows } from './testing/bin-rows.ts';
import { fileChangeRows } from './testing/file-change-rows.ts';
import { fileRows } from './testing/file-rows.ts';
import { folderChangeRows } from './testing/folder-change-rows.ts';
import { folderRows } from './testing/folder-rows.ts';
import { listRows } from './testing/list-rows.ts';
import { playRows } from './testing/play.ts';

eachPlatform('storage', (platform) => {
  playRows(platform, 'who may not', [...accessRows, ...misplacedRows]);
  playRows(platform, 'lists', listRows);
  playRows(platform, 'folders', folderRows);
  playRows(platform, 'changes of folders', folderChangeRows);
  playRows(platform, 'files', fileRows);
  playRows(platform, 'changes of files', fileChangeRows);
  playRows(platform, 'recycle bin', binRows);
});
