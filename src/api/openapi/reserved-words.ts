/** First words of the command line tool that are no area. */
export const builtInCommands = [
  'login',
  'logout',
  'whoami',
  'use',
  'profiles',
  'call',
  'api',
  'commands',
  'ls',
  'upload',
  'download',
  'sync',
  'open',
  'completion',
  'doctor',
  'refresh',
  'mcp',
  'help',
  'version',
] as const;

/** First words that are kept free for commands to come. */
export const reservedCommands = [
  'listen',
  'trigger',
  'sandbox',
  'logs',
  'dev',
  'export',
  'import',
  'archive',
  'move',
  'events',
  'record',
  'replay',
  'apply',
] as const;

/** Shorter names of areas. */
export const areaAliases: Readonly<Record<string, string>> = {
  access: 'access-control',
  carbon: 'carbon-calculation',
  changes: 'changed-elements',
  pnid: 'pnid-to-twin',
  reality: 'reality-data',
  conversion: 'reality-conversion',
  analysis: 'reality-analysis',
  views: 'saved-views',
  apps: 'applications',
};

/** Shorter names of verbs. */
export const verbAliases: Readonly<Record<string, string>> = { ls: 'list', rm: 'delete' };
