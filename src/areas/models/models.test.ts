import { eachPlatform } from '../../../test/support/platform.ts';
import { accessRows } from './testing/access-rows.ts';
import { elementRows } from './testing/element-rows.ts';
import { modelRows } from './testing/model-rows.ts';
import { playRows } from './testing/play.ts';

eachPlatform('models', (platform) => {
  playRows(platform, 'who may not', accessRows);
  playRows(platform, 'models and changesets', modelRows);
  playRows(platform, 'elements', elementRows);
});
