import { eachPlatform } from '../../../test/support/platform.ts';
import { runScenarios } from './testing/run-scenarios.ts';
import { systemScenarios } from './testing/system-scenarios.ts';

eachPlatform('coordinate systems', (platform) => {
  runScenarios(platform, 'coordinate systems', systemScenarios);
});
