import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject, placeIn, reasonOf } from './body.ts';
import { wrongCall } from './failure.ts';
import { type Io, tell } from './io.ts';

/** What is known of a server that somebody signed in to; no secrets. */
export interface Profile {
  readonly url: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly twin?: { readonly id: string; readonly name: string };
}

export interface ConfigFile {
  readonly default?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** Tokens of a profile. */
export interface Credentials {
  readonly accessToken?: string;
  /** Seconds since 1970. */
  readonly expires?: number;
  readonly refreshToken?: string;
  /** Of a service application. */
  readonly clientSecret?: string;
}

export type CredentialsFile = Readonly<Record<string, Credentials>>;

/** Where the files are. */
export function configFolder({ env, platform, home }: Io): string {
  if (env.TWIN_CONFIG_DIR) return env.TWIN_CONFIG_DIR;
  if (env.XDG_CONFIG_HOME) return join(env.XDG_CONFIG_HOME, 'twin');
  return platform === 'win32' && env.APPDATA ? join(env.APPDATA, 'twin') : join(home, '.config', 'twin');
}

const configFile = (io: Io): string => join(configFolder(io), 'config.json');
const credentialsFile = (io: Io): string => join(configFolder(io), 'credentials.json');

/** A file of JSON; undefined where there is none. A damaged one stops the command and stays as it is. */
export function readJsonFile(file: string): Record<string, unknown> | undefined {
  if (!existsSync(file)) return undefined;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw wrongCall(`${file} cannot be read (${reasonOf(error)}).`);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch (error) {
    const line = placeIn(text, error).replace(/, column \d+/, '');
    throw wrongCall(`${file} is not valid JSON${line}. Nothing was changed.`);
  }
  throw wrongCall(`${file} is no JSON object. Nothing was changed.`);
}

export function readConfigFile(io: Io): ConfigFile {
  const { default: first, profiles } = readJsonFile(configFile(io)) ?? {};
  return {
    ...(typeof first === 'string' ? { default: first } : {}),
    profiles: isObject(profiles) ? (profiles as Record<string, Profile>) : {},
  };
}

export const writeConfigFile = (io: Io, config: ConfigFile): void => writeJsonFile(io, configFile(io), config, 0o644);

export async function readCredentials(io: Io): Promise<CredentialsFile> {
  const file = credentialsFile(io);
  const read = readJsonFile(file);
  if (read === undefined) return {};
  if (io.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) {
    chmodSync(file, 0o600);
    await tell(io, `twin: ${file} could be read by others. Only you can read it now.`);
  }
  return read as CredentialsFile;
}

/** Writes the tokens of a profile; undefined removes them. Those of other profiles stay as they are by now. */
export function writeCredentials(io: Io, profile: string, credentials: Credentials | undefined): void {
  const file = credentialsFile(io);
  const others = Object.entries(readJsonFile(file) ?? {}).filter(([name]) => name !== profile);
  const all = Object.fromEntries(credentials === undefined ? others : [...others, [profile, credentials]]);
  writeJsonFile(io, file, all, 0o600);
}

/** Written beside and renamed, so that nobody reads half of it. */
function writeJsonFile(io: Io, file: string, value: unknown, mode: number): void {
  const beside = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (io.platform !== 'win32') chmodSync(dirname(file), 0o700);
    writeFileSync(beside, `${JSON.stringify(value, undefined, 2)}\n`, { mode });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw wrongCall(`${file} cannot be written (${reasonOf(error)}).`);
  }
}
