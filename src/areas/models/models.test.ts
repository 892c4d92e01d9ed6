import { eachPlatform } from '../../../test/support/platform.ts';
import { accessScenarios } from './testing/access-scenarios.ts';
import { elementScenarios } from './testing/element-scenarios.ts';
import { modelScenarios } from './testing/model-scenarios.ts';
import { runScenarios } from './testing/run-scenarios.ts';

eachPlatform('models', (platform) => {
  runScenarios(platform, 'who may not', accessScenarios);
  runScenarios(platform, 'models and changesets', modelScenarios);
  runScenarios(platform, 'elements', elementScenarios);
});
