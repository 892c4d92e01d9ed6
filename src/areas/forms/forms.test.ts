import { eachPlatform } from '../../../test/support/platform.ts';
import { additionScenarios } from './testing/addition-scenarios.ts';
import { changeScenarios } from './testing/change-scenarios.ts';
import { definitionScenarios } from './testing/definition-scenarios.ts';
import { exportScenarios } from './testing/export-scenarios.ts';
import { withTemplates } from './testing/fixture.ts';
import { formPastScenarios } from './testing/form-past-scenarios.ts';
import { formScenarios } from './testing/form-scenarios.ts';
import { listScenarios } from './testing/list-scenarios.ts';
import { partScenarios } from './testing/part-scenarios.ts';
import { inVersion1, runScenarios, withoutToken } from './testing/run-scenarios.ts';
import { thumbnailScenarios } from './testing/thumbnail-scenarios.ts';

const tables = [
  ['forms', formScenarios],
  ['the past of forms', formPastScenarios],
  ['comments and attachments', partScenarios],
  ['definitions', definitionScenarios],
  ['templates, list groups and workflows', listScenarios],
  ['exports', exportScenarios],
] as const;

eachPlatform(
  'forms',
  (platform) => {
    runScenarios(platform, 'definitions and workflows that people make', changeScenarios);
    runScenarios(platform, 'tables, bulk, views and steps', [...additionScenarios, ...withoutToken(additionScenarios)]);
    runScenarios(platform, 'small copies of photos', [...thumbnailScenarios, ...withoutToken(thumbnailScenarios)]);
    for (const [title, scenarios] of tables) {
      runScenarios(platform, title, scenarios);
      runScenarios(platform, `${title}, version 1`, inVersion1([...scenarios, ...withoutToken(scenarios)]));
    }
  },
  withTemplates,
);
