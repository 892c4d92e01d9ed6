import { eachPlatform } from '../../../test/support/platform.ts';
import { accessScenarios } from './testing/access-scenarios.ts';
import { changeScenarios } from './testing/change-scenarios.ts';
import { listScenarios } from './testing/list-scenarios.ts';
import { runScenarios } from './testing/run-scenarios.ts';

eachPlatform(
  'mesh exports',
  (platform) => {
    runScenarios(platform, 'who may not', accessScenarios);
    runScenarios(platform, 'lists', listScenarios);
    runScenarios(platform, 'starting and deleting', changeScenarios);
  },
  { environment: { MESH_EXPORTS: '' } },
);
