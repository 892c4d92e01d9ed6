import { eachPlatform } from '../../../test/support/platform.ts';
import { accessScenarios, misplacedScenarios } from './testing/access-scenarios.ts';
import { binScenarios } from './testing/bin-scenarios.ts';
import { fileChangeScenarios } from './testing/file-change-scenarios.ts';
import { fileScenarios } from './testing/file-scenarios.ts';
import { folderChangeScenarios } from './testing/folder-change-scenarios.ts';
import { folderScenarios } from './testing/folder-scenarios.ts';
import { listScenarios } from './testing/list-scenarios.ts';
import { runScenarios } from './testing/run-scenarios.ts';

eachPlatform('storage', (platform) => {
  runScenarios(platform, 'who may not', [...accessScenarios, ...misplacedScenarios]);
  runScenarios(platform, 'lists', listScenarios);
  runScenarios(platform, 'folders', folderScenarios);
  runScenarios(platform, 'changes of folders', folderChangeScenarios);
  runScenarios(platform, 'files', fileScenarios);
  runScenarios(platform, 'changes of files', fileChangeScenarios);
  runScenarios(platform, 'recycle bin', binScenarios);
});
