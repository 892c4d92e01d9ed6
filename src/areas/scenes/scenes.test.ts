import { eachPlatform } from '../../../test/support/platform.ts';
import { accessScenarios } from './testing/access-scenarios.ts';
import { bulkScenarios } from './testing/bulk-scenarios.ts';
import { objectChangeScenarios } from './testing/object-change-scenarios.ts';
import { objectScenarios } from './testing/object-scenarios.ts';
import { runScenarios } from './testing/run-scenarios.ts';
import { sceneChangeScenarios } from './testing/scene-change-scenarios.ts';
import { sceneScenarios } from './testing/scene-scenarios.ts';
import { tagScenarios } from './testing/tag-scenarios.ts';

eachPlatform('scenes', (platform) => {
  runScenarios(platform, 'who may not', accessScenarios);
  runScenarios(platform, 'scenes', sceneScenarios);
  runScenarios(platform, 'changes of scenes', sceneChangeScenarios);
  runScenarios(platform, 'objects', objectScenarios);
  runScenarios(platform, 'changes of objects', objectChangeScenarios);
  runScenarios(platform, 'changes of many objects', bulkScenarios);
  runScenarios(platform, 'tags', tagScenarios);
});
