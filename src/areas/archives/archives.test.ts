import { eachPlatform } from '../../../test/support/platform.ts';
import { exportScenarios } from './testing/export-scenarios.ts';
import { importScenarios } from './testing/import-scenarios.ts';
import { runScenarios } from './testing/run-scenarios.ts';

eachPlatform('archives', (platform) => {
  runScenarios(platform, 'exports', exportScenarios);
  runScenarios(platform, 'imports', importScenarios);
});
