import { eachPlatform } from '../../../test/support/platform.ts';
import { executeScenarios } from './testing/execute-scenarios.ts';
import { odataScenarios } from './testing/odata-scenarios.ts';
import { packageScenarios } from './testing/package-scenarios.ts';
import { roleScenarios } from './testing/role-scenarios.ts';
import { runScenarios } from './testing/run-scenarios.ts';
import { systemScenarios } from './testing/system-scenarios.ts';
import { timerScenarios } from './testing/timer-scenarios.ts';

eachPlatform('federation', (platform) => {
  runScenarios(platform, 'packages', packageScenarios);
  runScenarios(platform, 'package roles', roleScenarios);
  runScenarios(platform, 'systems', systemScenarios);
  runScenarios(platform, 'timers', timerScenarios);
  runScenarios(platform, 'executions', executeScenarios);
  runScenarios(platform, 'OData', odataScenarios);
});
