import type { TSchema } from 'typebox';
import type { KeptBodies, KeptBody } from '../../kernel/request-log/entry.ts';
import { redactedValue } from '../../kernel/request-log/redaction/by-schema.ts';
import { shortened } from '../../kernel/request-log/redaction/shorten.ts';
import { anyText, arrayOf, nullable, optional, output } from '../../kernel/schema/shapes.ts';
import type { Json } from '../../std/json.ts';
import { type Api, type Endpoint, isRaw } from '../http/endpoint.ts';
import type { Exchanged } from '../http/exchange.ts';
import { errorBody, isFailed } from '../http/problem.ts';

const mostBytes = 16 * 1024;

const detail = output({ code: anyText(), message: anyText(), target: optional(nullable(anyText())) });
const refusal = output({
  error: output({
    code: anyText(),
    message: anyText(),
    target: optional(nullable(anyText())),
    details: optional(arrayOf(detail)),
  }),
});

/** The bodies of a request, redacted by what its endpoint declares; undefined where none may be kept. */
export function keptBodies(done: Exchanged, api: Api | undefined): KeptBodies | undefined {
  const { endpoint } = done.exchange.noted;
  if (endpoint === undefined || api === undefined || api.at === 'auth') return undefined;
  return { request: requestOf(done, endpoint), response: responseOf(done, endpoint) };
}

function requestOf({ exchange: { noted, request } }: Exchanged, { body }: Endpoint): KeptBody | null {
  const bytes = Number(request.headers['content-length'] ?? noted.bodyBytes ?? 0);
  if (noted.isBroken) return bytes === 0 ? null : without('Not JSON.', bytes);
  if (bytes === 0 && noted.body === undefined) return null;
  if (body === undefined || isRaw(body)) return without('Not JSON.', bytes);
  if (noted.body === undefined) return without('Not read: the request was refused before.', bytes);
  return kept(body, noted.body, bytes);
}

function responseOf({ outcome, status, responseBytes }: Exchanged, endpoint: Endpoint): KeptBody | null {
  if (status === null || status === 304) return null;
  if (isFailed(outcome)) return kept(refusal, errorBody(outcome), responseBytes);
  const answer = endpoint.answers[outcome.status];
  if (answer === undefined || answer.kind === 'empty') return null;
  if (answer.kind !== 'json') return without('Not JSON.', responseBytes);
  if (endpoint.secret) return without('Not kept: the answer holds a secret.', responseBytes);
  return kept(answer.schema, outcome.body, responseBytes);
}

const without = (text: string, bytes: number): KeptBody => ({ json: null, text, bytes, truncated: false });

function kept(schema: TSchema, value: unknown, bytes: number): KeptBody {
  const json: Json = redactedValue(schema, value);
  if (Buffer.byteLength(JSON.stringify(json)) <= mostBytes) return { json, text: null, bytes, truncated: false };
  const text = 'Longer than 16 KiB: the first 16 KiB are kept.';
  return { json: shortened(json, mostBytes), text, bytes, truncated: true };
}
