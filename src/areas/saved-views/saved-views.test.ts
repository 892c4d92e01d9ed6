import { eachPlatform } from '../../../test/support/platform.ts';
import { accessRows } from './testing/access-rows.ts';
import { extensionRows } from './testing/extension-rows.ts';
import { groupRows } from './testing/group-rows.ts';
import { imageRows } from './testing/image-rows.ts';
import { listRows } from './testing/list-rows.ts';
import { newViewRows } from './testing/new-view-rows.ts';
import { playRows } from './testing/play.ts';
import { viewRows } from './testing/view-rows.ts';

eachPlatform('saved views', (platform) => {
  playRows(platform, 'who may not', accessRows);
  playRows(platform, 'lists', listRows);
  playRows(platform, 'views', viewRows);
  playRows(platform, 'new views', newViewRows);
  playRows(platform, 'groups and tags', groupRows);
  playRows(platform, 'extensions', extensionRows);
  playRows(platform, 'images', imageRows);
});
