import { eachPlatform } from '../../../test/support/platform.ts';
import { accessScenarios, detectorScenarios, versionScenarios } from './testing/detector-scenarios.ts';
import { jobAccessScenarios } from './testing/job-access-scenarios.ts';
import { jobScenarios2 } from './testing/job-scenarios.ts';
import { jobScenarios1 } from './testing/job-v1-scenarios.ts';
import { networkScenarios } from './testing/network-scenarios.ts';
import { runDetectorScenarios } from './testing/run-detector-scenarios.ts';
import { runJobScenarios } from './testing/run-job-scenarios.ts';
import { trialScenarios } from './testing/trial-scenarios.ts';

eachPlatform('reality analysis', (platform) => {
  runDetectorScenarios(platform, 'who may not touch detectors', accessScenarios);
  runDetectorScenarios(platform, 'detectors', detectorScenarios);
  runDetectorScenarios(platform, 'versions of detectors', versionScenarios);
  runDetectorScenarios(platform, 'trials of detectors', trialScenarios);
  runDetectorScenarios(platform, 'networks of exporters', networkScenarios);
  runJobScenarios(platform, 'who may not touch jobs', jobAccessScenarios);
  runJobScenarios(platform, 'jobs of version 2', jobScenarios2);
  runJobScenarios(platform, 'jobs of version 1', jobScenarios1);
});
