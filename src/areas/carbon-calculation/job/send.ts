import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { JobFailure } from '../../../kernel/jobs/job.ts';
import { destinationOf } from '../../../kernel/outgoing/destination.ts';
import { requestTo } from '../../../kernel/outgoing/request.ts';
import type { Networks } from '../../../std/network.ts';

const bearerForm = /^[A-Za-z0-9\-._~+/]+=*$/;
const patienceMs = 60_000;
const mostAnswer = 2 ** 16;
const quoted = 200;

export interface Sending {
  readonly url: string;
  readonly allowed: Networks;
  readonly token: string;
  /** Equal for every attempt at one job. */
  readonly key: string;
  /** Path of what is sent. */
  readonly file: string;
  readonly signal: AbortSignal;
}

/**
 * Posts the quantities to an external tool and answers the address of its project. A `JobFailure` is final; anything else
 * that is thrown is tried again.
 */
export async function sendTakeoff({ url, allowed, token, key, file, signal }: Sending): Promise<string> {
  if (!bearerForm.test(token)) throw new JobFailure('InvalidToken', 'Invalid token.');
  const to = await destinationOf(url, allowed);
  if (to === 'notAllowed') throw new JobFailure('AddressNotAllowed', 'The address of the tool is not allowed.');
  if (to === 'notFound') throw new Error('The address of the tool is not known.');
  const request = requestTo(to, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': key,
      'Content-Type': 'application/json',
      'Content-Length': (await stat(file)).size,
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
  });
  // no pipeline: it calls a request cut off that was answered and closed before it looked at its end
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
    createReadStream(file)
      .on('error', (error) => request.destroy(error))
      .pipe(request);
  });
  return projectOf(answer.statusCode ?? 0, await textOf(answer));
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const part of answer) {
    const chunk = Buffer.from(part);
    size += chunk.length;
    if (size > mostAnswer) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function projectOf(status: number, text: string): string {
  if (status === 401 || status === 403) throw new JobFailure('TokenRefused', 'The tool refused the token.');
  if (status >= 500) throw new Error(`The tool answered ${status}.`);
  if (status < 200 || status >= 300) {
    throw new JobFailure('ToolRefused', `The tool answered ${status}: ${plain(text)}`);
  }
  const url = addressIn(text);
  if (url === undefined) throw new JobFailure('ToolAnswer', 'The tool did not answer with the address of a project.');
  return url;
}

function addressIn(text: string): string | undefined {
  try {
    const { url } = JSON.parse(text);
    return typeof url === 'string' && /^https?:/.test(new URL(url).protocol) && url.length <= 2000 ? url : undefined;
  } catch {
    return undefined;
  }
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, quoted);
