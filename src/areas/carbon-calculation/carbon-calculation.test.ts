import { eachPlatform } from '../../../test/support/platform.ts';
import { accessScenarios } from './testing/access-scenarios.ts';
import { comparisonScenarios } from './testing/comparison-scenarios.ts';
import { configurationScenarios } from './testing/configuration-scenarios.ts';
import { factorScenarios } from './testing/factor-scenarios.ts';
import { jobScenarios } from './testing/job-scenarios.ts';
import { runHouseScenarios } from './testing/run-house-scenarios.ts';
import { runScenarios } from './testing/run-scenarios.ts';

eachPlatform('carbon calculation', (platform) => {
  runScenarios(platform, 'who may not', accessScenarios);
  runScenarios(platform, 'configurations', configurationScenarios);
  runHouseScenarios(platform, 'jobs', jobScenarios);
  runHouseScenarios(platform, 'declarations, mappings and materials', factorScenarios);
  runHouseScenarios(platform, 'comparisons', comparisonScenarios);
});
