import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Core } from '../core.ts';
import { applicationById } from '../store/applications.ts';
import { endGrant } from '../store/grants.ts';
import {
  consumePayload,
  decidePayload,
  findPayload,
  findPayloadBy,
  payloadId,
  putPayload,
  removePayload,
  type StoredPayload,
  sha256,
} from '../store/payloads.ts';
import { q } from '../tables.ts';
import { clientMetadata } from './clients.ts';

/** A rotated refresh token works once more within this time, because its answer may have been lost. */
const refreshGraceMs = 30_000;
const defaultLifeMs = 24 * 3600_000;

/** Two people decided on one device code at once, and this one came second: nothing was changed. */
export class DeviceCodeUsed extends Error {}

/** Whether nobody has accepted or refused a device code. */
export const isOpen = ({ accountId, error }: { readonly accountId?: unknown; readonly error?: unknown }): boolean =>
  accountId === undefined && error === undefined;

const nothing = async () => undefined;

/** The library's storage. Access tokens are JWTs and interactions live in the authorization URL: neither is stored. */
export function adapterOf(core: Core): (kind: string) => Adapter {
  return (kind) => {
    if (kind === 'Client') return clientsOf(core);
    if (kind === 'AccessToken') return revoking(core);
    if (kind === 'Interaction' || kind === 'ClientCredentials') return inert;
    return stored(core, kind);
  };
}

const inert: Adapter = {
  upsert: nothing,
  find: nothing,
  findByUserCode: nothing,
  findByUid: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

function clientsOf(core: Core): Adapter {
  return {
    ...inert,
    async find(clientId) {
      const application = await applicationById(core.db, clientId);
      return application?.state === 'Active' ? clientMetadata(core, application) : undefined;
    },
  };
}

/** The library ends a grant kind by kind; all of it ends here at once. */
const revoking = (core: Core): Adapter => ({
  ...inert,
  revokeByGrantId: (grantId) => core.db.write((tx) => endGrant(tx, core.revocations, grantId, Date.now())),
});

function stored(core: Core, kind: string): Adapter {
  const { db, secrets, revocations } = core;
  const found = (entry: StoredPayload | undefined, id: string | undefined): AdapterPayload | undefined => {
    if (entry === undefined) return undefined;
    const { sealedId, ...payload } = entry.payload;
    const jti = id ?? (typeof sealedId === 'string' ? secrets.open(sealedId) : undefined);
    const used = entry.consumed !== null && !(kind === 'RefreshToken' && entry.consumed + refreshGraceMs > Date.now());
    return { ...payload, ...(jti ? { jti } : {}), ...(used ? { consumed: Math.floor(entry.consumed / 1000) } : {}) };
  };
  return {
    ...inert,
    async upsert(id, { jti: _, consumed: __, ...payload }, expiresIn) {
      const expires = Date.now() + (expiresIn === undefined ? defaultLifeMs : expiresIn * 1000);
      const byUserCode = kind === 'DeviceCode' && payload.userCode !== undefined;
      const entry = {
        kind,
        id,
        payload: byUserCode ? { ...payload, sealedId: secrets.seal(id) } : payload,
        expires,
        grantId: kind === 'Grant' ? id : payload.grantId,
        accountId: payload.accountId,
        clientId: payload.clientId,
        lookup: byUserCode ? sha256(String(payload.userCode)) : payload.uid,
      };
      if (!byUserCode || isOpen(payload)) return db.write((tx) => putPayload(tx, entry));
      if (!(await db.write((tx) => decidePayload(tx, entry, isOpen)))) throw new DeviceCodeUsed();
    },
    find: async (id) => found(await findPayload(db, kind, id), id),
    findByUserCode: async (code) => found(await findPayloadBy(db, kind, sha256(code)), undefined),
    findByUid: async (uid) => found(await findPayloadBy(db, kind, uid), undefined),
    async consume(id) {
      const fresh = await db.write((tx) => consumePayload(tx, kind, id, Date.now()));
      if (!fresh && kind !== 'RefreshToken') await refuseSecondUse(kind, id);
    },
    async destroy(id) {
      if (kind === 'Grant') return db.write((tx) => endGrant(tx, revocations, id, Date.now()));
      await db.write((tx) => removePayload(tx, kind, id));
    },
  };

  /** Two requests used the same code at once: as with one after the other, all of its tokens end. */
  async function refuseSecondUse(ofKind: string, id: string): Promise<never> {
    const row = await db.first(
      q.selectFrom('auth_payloads').select('grant_id').where('id', '=', payloadId(ofKind, id)),
    );
    if (row?.grant_id) {
      const grantId = row.grant_id;
      await db.write((tx) => endGrant(tx, revocations, grantId, Date.now()));
    }
    throw new errors.InvalidGrant('already used');
  }
}
