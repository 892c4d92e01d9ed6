import { eachPlatform } from '../../../test/support/platform.ts';
import { accessScenarios } from './testing/access-scenarios.ts';
import { changeScenarios } from './testing/change-scenarios.ts';
import { createScenarios, listScenarios, readScenarios } from './testing/job-scenarios.ts';
import { runScenarios } from './testing/run-scenarios.ts';

eachPlatform('reality conversion', (platform) => {
  runScenarios(platform, 'who may not', accessScenarios);
  runScenarios(platform, 'new jobs', createScenarios);
  runScenarios(platform, 'jobs', readScenarios);
  runScenarios(platform, 'lists', listScenarios);
  runScenarios(platform, 'changes', changeScenarios);
});
