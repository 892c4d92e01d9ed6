import { eachPlatform } from '../../../test/support/platform.ts';
import { analyticsScenarios } from './testing/analytics-scenarios.ts';
import { brandScenarios } from './testing/brand-scenarios.ts';
import { catalogDocumentScenarios } from './testing/catalog-document-scenarios.ts';
import { catalogScenarios } from './testing/catalog-scenarios.ts';
import { componentScenarios } from './testing/component-scenarios.ts';
import { documentScenarios } from './testing/document-scenarios.ts';
import { previewScenarios } from './testing/preview-scenarios.ts';
import { runScenarios } from './testing/run-scenarios.ts';
import { termScenarios } from './testing/term-scenarios.ts';
import { uploadScenarios } from './testing/upload-scenarios.ts';
import { variationScenarios } from './testing/variation-scenarios.ts';
import { versionScenarios } from './testing/version-scenarios.ts';
import { webLinkScenarios } from './testing/weblink-scenarios.ts';

eachPlatform('library', (platform) => {
  runScenarios(platform, 'words', termScenarios);
  runScenarios(platform, 'catalogs', catalogScenarios);
  runScenarios(platform, 'components', componentScenarios);
  runScenarios(platform, 'variations', variationScenarios);
  runScenarios(platform, 'web links', webLinkScenarios);
  runScenarios(platform, 'documents of catalogs', catalogDocumentScenarios);
  runScenarios(platform, 'documents', documentScenarios);
  runScenarios(platform, 'versions of documents', versionScenarios);
  runScenarios(platform, 'brands', brandScenarios);
  runScenarios(platform, 'analytics', analyticsScenarios);
  runScenarios(platform, 'uploads', uploadScenarios);
  runScenarios(platform, 'previews', previewScenarios);
});
