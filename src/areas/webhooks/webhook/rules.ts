import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import { isSubscribable } from '../../../kernel/events/catalogue.ts';
import { destinationOf } from '../../../kernel/outgoing/destination.ts';
import type { Issue } from '../../../kernel/schema/validator.ts';
import { isUuid } from '../../../std/ids.ts';
import type { Networks } from '../../../std/network.ts';
import { membersOf } from '../../../std/records.ts';

const readOnlyAtCreation = ['id', 'active', 'created', 'modified'];
const readOnlyAtUpdate = ['id', 'scope', 'scopeId', 'created', 'modified'];
const resolveMs = 3000;

const invalid = (target: string, why?: string): Detail => ({
  code: 'InvalidRequestBody',
  message: why === undefined ? 'Invalid request body.' : `Invalid request body. ${why}`,
  target,
});

/** Every fault of a property is `InvalidRequestBody` here, but that it is missing. */
export const describeWebhook = (issue: Issue, where: string): Partial<Detail> | undefined =>
  where === 'body' && issue.rule !== 'missing' && issue.rule !== 'json' ? invalid(issue.target) : undefined;

type Body = Readonly<Record<string, unknown>>;

export async function checkCreate(raw: RawInput, allowed: Networks): Promise<Detail[]> {
  const body = membersOf(raw.body);
  const twinScope = typeof body.scope === 'string' && body.scope.toLowerCase() === 'twin';
  return [
    ...(twinScope ? checkScopeId(body.scopeId) : []),
    ...checkEventTypes(body.eventTypes),
    ...(await checkCallback(body.callbackUrl, allowed)),
    ...readOnly(body, readOnlyAtCreation),
  ];
}

export async function checkUpdate(raw: RawInput, allowed: Networks): Promise<Detail[]> {
  const body = membersOf(raw.body);
  return [
    ...checkEventTypes(body.eventTypes),
    ...(await checkCallback(body.callbackUrl, allowed)),
    ...readOnly(body, readOnlyAtUpdate),
  ];
}

function readOnly(body: Body, names: readonly string[]): Detail[] {
  const given = names.filter((name) => Object.hasOwn(body, name));
  return given.map((name) => ({
    code: 'ReadOnlyProperty',
    message: `${name.charAt(0).toUpperCase()}${name.slice(1)} is read only and cannot be modified.`,
    target: name,
  }));
}

function checkScopeId(value: unknown): Detail[] {
  if (value === undefined || value === null || value === '') {
    return [{ code: 'MissingRequiredProperty', message: 'Required property is missing.', target: 'scopeId' }];
  }
  return typeof value === 'string' && isUuid(value) ? [] : [invalid('scopeId')];
}

function checkEventTypes(value: unknown): Detail[] {
  if (!Array.isArray(value)) return [];
  const known = (name: unknown) => typeof name !== 'string' || isSubscribable(name);
  return value.flatMap((name, at) => (known(name) ? [] : [invalid(`eventTypes[${at}]`)]));
}

async function checkCallback(value: unknown, allowed: Networks): Promise<Detail[]> {
  if (typeof value !== 'string' || value === '') return [];
  const fault = await callbackFault(value.trim(), allowed);
  return fault === undefined ? [] : [invalid('callbackUrl', fault)];
}

/** https to public hosts and to allowed networks; http only to a host all of whose addresses are in the allowed networks. Undefined: nothing is wrong. */
async function callbackFault(text: string, allowed: Networks): Promise<string | undefined> {
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text))
    return 'The address must begin with https:// and name a host.';
  const url = new URL(text);
  if (text.includes('#')) return 'The address must not have a part after #.';
  if (url.username !== '' || url.password !== '') return 'The address must not hold a user or a password.';
  const late = new Promise<'notFound'>((resolve) => setTimeout(resolve, resolveMs, 'notFound').unref());
  const found = await Promise.race([destinationOf(text, allowed), late]);
  // a name may get its address later, and where it leads is looked at again at each delivery
  if (found === 'notFound') return url.protocol === 'https:' ? undefined : 'The host of the address was not found.';
  if (found !== 'notAllowed') return undefined;
  return url.protocol === 'https:'
    ? 'The server may not connect to that network or port.'
    : 'The address must begin with https://: http is for networks that the server allows.';
}
