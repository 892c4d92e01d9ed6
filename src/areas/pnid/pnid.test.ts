import { eachPlatform } from '../../../test/support/platform.ts';
import { accessScenarios } from './testing/access-scenarios.ts';
import { inferenceScenarios } from './testing/inference-scenarios.ts';
import { inputScenarios } from './testing/input-scenarios.ts';
import { runOfScenarios } from './testing/run-of-scenarios.ts';
import { runScenarios } from './testing/run-scenarios.ts';

eachPlatform('PnID to twin', (platform) => {
  runScenarios(platform, 'who may not', accessScenarios);
  runScenarios(platform, 'inferences', inferenceScenarios);
  runScenarios(platform, 'inputs', inputScenarios);
  runScenarios(platform, 'runs', runOfScenarios);
});
