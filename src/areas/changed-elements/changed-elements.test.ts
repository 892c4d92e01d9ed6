import { eachPlatform } from '../../../test/support/platform.ts';
import { accessScenarios } from './testing/access-scenarios.ts';
import { comparisonScenarios } from './testing/comparison-scenarios.ts';
import { runScenarios } from './testing/run-scenarios.ts';
import { trackingScenarios } from './testing/tracking-scenarios.ts';

eachPlatform(
  'changed elements',
  (platform) => {
    runScenarios(platform, 'who may not', accessScenarios);
    runScenarios(platform, 'comparison jobs', comparisonScenarios);
    runScenarios(platform, 'version 1', trackingScenarios);
  },
  { comparisonWaitMs: 500 },
);
