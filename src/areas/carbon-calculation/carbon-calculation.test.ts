import { eachPlatform } from '../../../test/support/platform.ts';
import { accessScenarios } from './testing/access-scenarios.ts';
import { configurationScenarios } from './testing/configuration-scenarios.ts';
import { runScenarios } from './testing/run-scenarios.ts';

eachPlatform('carbon calculation', (platform) => {
  runScenarios(platform, 'who may not', accessScenarios);
  runScenarios(platform, 'configurations', configurationScenarios);
});
