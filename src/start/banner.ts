import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { consoleFolder } from '../console/mount.ts';

const isBuilt = (): boolean => existsSync(join(consoleFolder, 'index.html'));

/** What a person reads at start: where everything is, and how to become the first administrator. */
export function bannerOf(config: Config, firstAdministratorLink: string | undefined, startedMs: number): string {
  const database = config.databaseUrl ? 'PostgreSQL' : 'SQLite';
  const blobs = config.blobUrl ? config.blobUrl.split('?')[0] : 'files';
  const served = [
    `  Console    ${isBuilt() ? `${config.baseUrl}/console` : 'not built; npm run console does it'}`,
    `  APIs       ${config.baseUrl}`,
    `  Reference  ${config.baseUrl}/reference`,
    ...(config.tools ? [`  Tools      ${config.baseUrl}/tools`] : []),
    `  Sign-in    ${config.authUrl}/account`,
  ];
  const lines = [
    '',
    `Twin Platform is ready (${Math.round(startedMs)} ms).`,
    '',
    ...(config.role === 'worker' ? ['  Works on jobs; requests are answered by others.'] : served),
    `  Data       ${config.dataDir} (${database}, ${blobs})`,
    ...(config.role === 'web' ? ['  Jobs are left to others (ROLE=worker).'] : []),
    ...(config.metrics ? [`  Metrics    http://${config.metrics.host}:${config.metrics.port}/metrics`] : []),
    ...(config.processes > 1 ? [`  Processes  ${config.processes}`] : []),
    '',
  ];
  if (firstAdministratorLink) {
    lines.push('  Nobody can sign in yet. This link makes the first administrator, once:', '');
    lines.push(`  ${firstAdministratorLink}`, '');
  }
  return [...lines, '  Ctrl-C stops it.', ''].join('\n');
}
