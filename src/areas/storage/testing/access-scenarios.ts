import type { Scenario } from './run-scenarios.ts';

type Guarded = readonly [call: string, need: 'read' | 'write' | 'delete', notFound: string];

const onFolder: readonly Guarded[] = [
  ['GET /storage/folders/{plans}', 'read', 'FolderNotFound'],
  ['GET /storage/folders/{plans}/folders', 'read', 'FolderNotFound'],
  ['GET /storage/folders/{plans}/files', 'read', 'FolderNotFound'],
  ['GET /storage/folders/{plans}/list', 'read', 'FolderNotFound'],
  ['GET /storage/folders/{plans}/search?name=x', 'read', 'FolderNotFound'],
  ['POST /storage/folders/{plans}/folders', 'write', 'FolderNotFound'],
  ['POST /storage/folders/{plans}/files', 'write', 'FolderNotFound'],
  ['PATCH /storage/folders/{plans}', 'write', 'FolderNotFound'],
  ['POST /storage/folders/{plans}/move', 'write', 'FolderNotFound'],
  ['POST /storage/folders/{plans}/lock', 'write', 'FolderNotFound'],
  ['POST /storage/folders/{plans}/unlock', 'write', 'FolderNotFound'],
  ['DELETE /storage/folders/{plans}', 'delete', 'FolderNotFound'],
];

const onFile: readonly Guarded[] = [
  ['GET /storage/files/{pier}', 'read', 'FileNotFound'],
  ['GET /storage/files/{pier}/download', 'read', 'FileNotFound'],
  ['PATCH /storage/files/{pier}', 'write', 'FileNotFound'],
  ['POST /storage/files/{pier}/complete', 'write', 'FileNotFound'],
  ['POST /storage/files/{pier}/updatecontent', 'write', 'FileNotFound'],
  ['POST /storage/files/{pier}/move', 'write', 'FileNotFound'],
  ['POST /storage/storage/files/{pier}/move', 'write', 'FileNotFound'],
  ['DELETE /storage/files/{pier}', 'delete', 'FileNotFound'],
];

const inBin: readonly Guarded[] = [
  ['POST /storage/recyclebin/folders/{goneFolder}/restore', 'delete', 'FolderNotFound'],
  ['POST /storage/recyclebin/files/{goneFile}/restore', 'delete', 'FileNotFound'],
  ['DELETE /storage/recyclebin/folders/{goneFolder}', 'delete', 'FolderNotFound'],
  ['DELETE /storage/recyclebin/files/{goneFile}', 'delete', 'FileNotFound'],
];

const onTwin: readonly Guarded[] = [
  ['GET /storage/?twinId={twinId}', 'read', 'twinNotFound'],
  ['GET /storage/recyclebin?twinId={twinId}', 'read', 'twinNotFound'],
];

/** Another id of the same form, and texts that are none. */
const unknownIds = (call: string): string[] =>
  call.includes('twinId=')
    ? [call.replace('{twinId}', 'd4c9a2c8-0f3e-4b7f-8a37-3c7c1f0b9e11')]
    : [
        call.replace(/\{\w+\}/, 'VCuMPx56C02cZS0fapC-QQ4nE2WeJjdNsqdN5FLmtDg'),
        call.replace(/\{\w+\}/, 'non-existent-id'),
      ];

/** Who may not: told apart before the request's body is looked at, so none is sent. */
export const accessScenarios: readonly Scenario[] = [...onFolder, ...onFile, ...inBin, ...onTwin].flatMap(
  ([call, need, code]): Scenario[] => [
    { name: `${call} without a token`, call, status: 401, code: 'HeaderNotFound' },
    { name: `${call} by a stranger`, call, as: 'stranger', status: 404, code },
    {
      name: `${call} by a member without permission`,
      call,
      as: 'visitor',
      status: 403,
      code: 'InsufficientPermissions',
    },
    ...(need === 'read'
      ? []
      : [{ name: `${call} by a reader`, call, as: 'reader', status: 403, code: 'InsufficientPermissions' } as const]),
    ...unknownIds(call).map((unknown) => ({ name: unknown, call: unknown, as: 'worker', status: 404, code }) as const),
  ],
);

/** A file is no folder and the other way round; what is not in the bin, or not out of it, is not found there. */
export const misplacedScenarios: readonly Scenario[] = [
  ...(
    [
      ['GET /storage/files/{plans}', 'FileNotFound'],
      ['GET /storage/folders/{pier}', 'FolderNotFound'],
      ['GET /storage/files/{goneFile}', 'FileNotFound'],
      ['GET /storage/folders/{goneFolder}', 'FolderNotFound'],
      ['GET /storage/folders/{goneFolder}/list', 'FolderNotFound'],
      ['GET /storage/files/{inside}', 'FileNotFound'],
      ['GET /storage/files/{inside}/download', 'FileNotFound'],
      ['DELETE /storage/files/{inside}', 'FileNotFound'],
      ['DELETE /storage/files/{goneFile}', 'FileNotFound'],
      ['GET /storage/files/{uploaded}', 'FileNotFound'],
      ['GET /storage/files/{begun}/download', 'FileNotFound'],
      ['POST /storage/files/{begun}/updatecontent', 'FileNotFound'],
      ['POST /storage/recyclebin/files/{inside}/restore', 'FileNotFound'],
      ['POST /storage/recyclebin/files/{pier}/restore', 'FileNotFound'],
      ['POST /storage/recyclebin/folders/{plans}/restore', 'FolderNotFound'],
      ['POST /storage/recyclebin/files/{goneFolder}/restore', 'FileNotFound'],
      ['DELETE /storage/recyclebin/folders/{goneFile}', 'FolderNotFound'],
      ['DELETE /storage/recyclebin/files/{pier}', 'FileNotFound'],
    ] as const
  ).map(([call, code]) => ({ name: call, call, as: 'worker', status: 404, code }) as const),
];
