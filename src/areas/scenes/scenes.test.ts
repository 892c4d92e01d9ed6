import { eachPlatform } from '../../../test/support/platform.ts';
import { accessRows } from './testing/access-rows.ts';
import { bulkRows } from './testing/bulk-rows.ts';
import { objectChangeRows } from './testing/object-change-rows.ts';
import { objectRows } from './testing/object-rows.ts';
import { playRows } from './testing/play.ts';
import { sceneChangeRows } from './testing/scene-change-rows.ts';
import { sceneRows } from './testing/scene-rows.ts';
import { tagRows } from './testing/tag-rows.ts';

eachPlatform('scenes', (platform) => {
  playRows(platform, 'who may not', accessRows);
  playRows(platform, 'scenes', sceneRows);
  playRows(platform, 'changes of scenes', sceneChangeRows);
  playRows(platform, 'objects', objectRows);
  playRows(platform, 'changes of objects', objectChangeRows);
  playRows(platform, 'changes of many objects', bulkRows);
  playRows(platform, 'tags', tagRows);
});
