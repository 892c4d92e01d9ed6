import { eachPlatform } from '../../../test/support/platform.ts';
import { accessScenarios } from './testing/access-scenarios.ts';
import { dataScenarios } from './testing/data-scenarios.ts';
import { listScenarios } from './testing/list-scenarios.ts';
import { moveScenarios } from './testing/move-scenarios.ts';
import { pictureScenarios } from './testing/picture-scenarios.ts';
import { runPictureScenarios } from './testing/run-picture-scenarios.ts';
import { runScenarios } from './testing/run-scenarios.ts';
import { twinsScenarios } from './testing/twins-scenarios.ts';

eachPlatform('reality data', (platform) => {
  runScenarios(platform, 'who may not', accessScenarios);
  runScenarios(platform, 'lists and links', listScenarios);
  runScenarios(platform, 'reality data', dataScenarios);
  runScenarios(platform, 'twins of reality data', twinsScenarios);
  runPictureScenarios(platform, 'pictures of photos', pictureScenarios);
  runScenarios(platform, 'moving', moveScenarios);
});
