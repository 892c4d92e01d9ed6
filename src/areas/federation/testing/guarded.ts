import type { Scenario } from './run-scenarios.ts';

/** A call, the code of its 422, and its body. */
export type Guarded = readonly [call: string, invalid: string, body?: object];

/** Without a token, without access to the twin, without the permission, of a twin or package that is none. */
export const guarded = (notFound: string, calls: readonly Guarded[]): readonly Scenario[] =>
  calls.flatMap(([call, invalid, content]): Scenario[] => {
    const sent = content === undefined ? {} : { body: content };
    const found = { ...sent, status: 404, code: notFound };
    const ofPackage: Scenario[] = call.includes('TWIN_MODELS')
      ? [
          { name: `${call} of no package`, call: call.replace('TWIN_MODELS', 'NOTHING'), ...found, as: 'manager' },
          {
            name: `${call} of a malformed package`,
            call: call.replace('TWIN_MODELS', 'a%2Bb'),
            ...sent,
            as: 'manager',
            status: 422,
            code: invalid,
            targets: ['uniqueName'],
          },
        ]
      : [];
    return [
      { name: `${call} without a token`, call, ...sent, status: 401, code: 'HeaderNotFound' },
      { name: `${call} by a stranger`, call, ...found, as: 'stranger' },
      { name: `${call} by a reader`, call, ...sent, as: 'reader', status: 403, code: 'InsufficientPermissions' },
      { name: `${call} of an unknown twin`, call: call.replace('{twinId}', '{unknown}'), ...found, as: 'manager' },
      {
        name: `${call} of a malformed twin`,
        call: call.replace('{twinId}', 'x'),
        ...sent,
        as: 'manager',
        status: 422,
        code: invalid,
        targets: ['twinId'],
      },
      ...ofPackage,
    ];
  });
