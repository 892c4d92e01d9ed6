import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ConfigFile, type Profile, readConfigFile, readJsonFile } from './config-files.ts';
import { exits, Failure, wrongCall } from './failure.ts';
import type { General } from './general-flags.ts';
import type { Io } from './io.ts';

/** Which server, as whom, in which twin: by flags, environment, the folder, and the profile. */
export interface Settings {
  readonly config: ConfigFile;
  readonly profileName: string;
  readonly profile: Profile | undefined;
  /** Without a trailing slash. */
  readonly url: string;
  /** Whether a token of the profile may be sent there. */
  readonly isOfProfile: boolean;
  /** What was named for the twin, and by whom. */
  readonly twin: { readonly given: string; readonly by: 'flag' | 'environment' | 'folder' | 'profile' } | undefined;
}

interface FolderFile {
  readonly file: string;
  readonly profile?: string;
  readonly url?: string;
  readonly twin?: string;
}

const usualUrl = 'http://localhost:3000';
const folderMembers = ['profile', 'url', 'twin'];

/** `.twin.json` of this folder or one above it. */
function folderFile(io: Io): FolderFile | undefined {
  for (let folder = io.cwd; ; folder = dirname(folder)) {
    const file = join(folder, '.twin.json');
    if (existsSync(file)) return checkedFolderFile(file);
    if (dirname(folder) === folder) return undefined;
  }
}

function checkedFolderFile(file: string): FolderFile {
  const read = readJsonFile(file) ?? {};
  for (const [name, value] of Object.entries(read)) {
    if (!folderMembers.includes(name))
      throw wrongCall(`${file} has the member "${name}". It may have profile, url and twin; never secrets.`);
    if (typeof value !== 'string') throw wrongCall(`${file}: ${name} is no text.`);
  }
  return { ...read, file };
}

export function originOf(address: string, what = 'The address'): string {
  try {
    const { origin, protocol } = new URL(address);
    if (protocol === 'http:' || protocol === 'https:') return origin;
  } catch {
    // told below
  }
  throw wrongCall(`${what} "${address}" is no http or https address.`);
}

const plain = (address: string): string => address.replace(/\/+$/, '');

export function settingsOf(io: Io, general: General): Settings {
  const { env } = io;
  const folder = folderFile(io);
  const config = readConfigFile(io);
  const named = general.profile ?? env.TWIN_PROFILE ?? folder?.profile;
  const profileName = named ?? config.default ?? 'default';
  const profile = Object.hasOwn(config.profiles, profileName) ? config.profiles[profileName] : undefined;
  if (profile === undefined && named !== undefined)
    throw wrongCall(`There is no profile ${profileName}. Run: twin login --profile ${profileName}`);
  const asked = general.url ?? env.TWIN_URL;
  if (asked === undefined && folder?.url !== undefined) refuseUnknown(folder.file, folder.url, config);
  const url = plain(asked ?? folder?.url ?? profile?.url ?? usualUrl);
  const origin = originOf(url);
  const isOfProfile = profile !== undefined && [profile.url, profile.authUrl].some((one) => originOf(one) === origin);
  return { config, profileName, profile, url, isOfProfile, twin: twinOf(io, general, folder, profile) };
}

/** A file that came with a folder leads a token only to where somebody has signed in already. */
function refuseUnknown(file: string, url: string, { profiles }: ConfigFile): void {
  const origin = originOf(url, file);
  const isKnown = Object.values(profiles).some((one) => originOf(one.url) === origin);
  if (isKnown) return;
  throw new Failure(exits.notSignedIn, `${file} names ${url}, which no profile knows. Run: twin login --url ${url}`);
}

function twinOf(
  { env }: Io,
  { twin }: General,
  folder: FolderFile | undefined,
  profile: Profile | undefined,
): Settings['twin'] {
  if (twin !== undefined) return { given: twin, by: 'flag' };
  if (env.TWIN_TWIN) return { given: env.TWIN_TWIN, by: 'environment' };
  if (folder?.twin !== undefined) return { given: folder.twin, by: 'folder' };
  return profile?.twin === undefined ? undefined : { given: profile.twin.id, by: 'profile' };
}
