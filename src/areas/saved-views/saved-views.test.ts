import { eachPlatform } from '../../../test/support/platform.ts';
import { accessScenarios } from './testing/access-scenarios.ts';
import { extensionScenarios } from './testing/extension-scenarios.ts';
import { groupScenarios } from './testing/group-scenarios.ts';
import { imageScenarios } from './testing/image-scenarios.ts';
import { listScenarios } from './testing/list-scenarios.ts';
import { newViewScenarios } from './testing/new-view-scenarios.ts';
import { runScenarios } from './testing/run-scenarios.ts';
import { viewScenarios } from './testing/view-scenarios.ts';

eachPlatform('saved views', (platform) => {
  runScenarios(platform, 'who may not', accessScenarios);
  runScenarios(platform, 'lists', listScenarios);
  runScenarios(platform, 'views', viewScenarios);
  runScenarios(platform, 'new views', newViewScenarios);
  runScenarios(platform, 'groups and tags', groupScenarios);
  runScenarios(platform, 'extensions', extensionScenarios);
  runScenarios(platform, 'images', imageScenarios);
});
