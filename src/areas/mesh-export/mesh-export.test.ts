import { eachPlatform } from '../../../test/support/platform.ts';
import { accessRows } from './testing/access-rows.ts';
import { changeRows } from './testing/change-rows.ts';
import { listRows } from './testing/list-rows.ts';
import { playRows } from './testing/play.ts';

eachPlatform(
  'mesh exports',
  (platform) => {
    playRows(platform, 'who may not', accessRows);
    playRows(platform, 'lists', listRows);
    playRows(platform, 'starting and deleting', changeRows);
  },
  { environment: { MESH_EXPORTS: '' } },
);
