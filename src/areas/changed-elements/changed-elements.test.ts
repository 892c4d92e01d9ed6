import { eachPlatform } from '../../../test/support/platform.ts';
import { accessRows } from './testing/access-rows.ts';
import { comparisonRows } from './testing/comparison-rows.ts';
import { playRows } from './testing/play.ts';
import { trackingRows } from './testing/tracking-rows.ts';

eachPlatform(
  'changed elements',
  (platform) => {
    playRows(platform, 'who may not', accessRows);
    playRows(platform, 'comparison jobs', comparisonRows);
    playRows(platform, 'version 1', trackingRows);
  },
  { comparisonWaitMs: 500 },
);
