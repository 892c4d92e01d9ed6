import type { AreaArchive } from '../api/archive/kind.ts';
import type { Area, Kit } from '../api/area.ts';
import type { RequestLog } from '../kernel/request-log/request-log.ts';
import { accessControlArea } from './access-control/area.ts';
import { archivesArea } from './archives/area.ts';
import { auditArea } from './audit/area.ts';
import { captureArea } from './capture/area.ts';
import { carbonCalculationArea } from './carbon-calculation/area.ts';
import { changedElementsArea } from './changed-elements/area.ts';
import { type FederationOptions, federationArea } from './federation/area.ts';
import { formsArea } from './forms/area.ts';
import { jobsArea } from './jobs/area.ts';
import { libraryArea } from './library/area.ts';
import { meshExportArea } from './mesh-export/area.ts';
import { modelsArea } from './models/area.ts';
import { observabilityArea } from './observability/area.ts';
import { pnidArea } from './pnid/area.ts';
import { realityAnalysisArea } from './reality-analysis/area.ts';
import { realityConversionArea } from './reality-conversion/area.ts';
import { realityDataArea } from './reality-data/area.ts';
import { savedViewsArea } from './saved-views/area.ts';
import { scenesArea } from './scenes/area.ts';
import { storageArea } from './storage/area.ts';
import { surveysArea } from './surveys/area.ts';
import { type TestModeOptions, testmodeArea } from './testmode/area.ts';
import { twinsArea } from './twins/area.ts';
import { usersArea } from './users/area.ts';
import { type WebhooksOptions, webhooksArea } from './webhooks/area.ts';

export interface AreaOptions {
  /** Entries of the audit log are kept for so many days; 0: for ever. */
  readonly auditDays: number;
  /** Undefined where requests are not logged. */
  readonly requestLog: RequestLog | undefined;
  readonly webhooks: WebhooksOptions;
  readonly carbonTools: Parameters<typeof carbonCalculationArea>[1];
  readonly federation: FederationOptions;
  /** What of the tables that areas stand on goes into archives. */
  readonly archivesBelow: readonly AreaArchive[];
  readonly testMode: TestModeOptions;
  /** How long a request waits for a comparison, in milliseconds. */
  readonly comparisonWaitMs?: number | undefined;
}

/** All areas of the platform. */
export function openAreas(kit: Kit, options: AreaOptions): readonly Area[] {
  const areas = withoutArchives(kit, options);
  const below = [...options.archivesBelow, ...areas.map(({ archive }) => archive)];
  return [...areas, archivesArea(kit, below)];
}

const withoutArchives = (kit: Kit, options: AreaOptions): readonly Area[] => [
  twinsArea(kit),
  accessControlArea(kit),
  storageArea(kit),
  modelsArea(kit),
  meshExportArea(kit),
  changedElementsArea(kit, options.comparisonWaitMs),
  carbonCalculationArea(kit, options.carbonTools),
  pnidArea(kit),
  realityDataArea(kit),
  realityConversionArea(kit),
  captureArea(kit),
  realityAnalysisArea(kit),
  surveysArea(),
  savedViewsArea(kit),
  scenesArea(),
  libraryArea(kit),
  formsArea(kit),
  federationArea(kit, options.federation),
  webhooksArea(kit, options.webhooks),
  jobsArea(kit),
  usersArea(),
  auditArea(kit, options.auditDays),
  testmodeArea(kit, options.testMode),
  ...(options.requestLog ? [observabilityArea(kit, options.requestLog)] : []),
];
