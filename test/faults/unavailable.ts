import assert from 'node:assert/strict';
import type { Reply } from '../support/installation.ts';

const retryAfter = /^[1-9]\d*$/;

/** 503 in the form of the JSON APIs. */
export function assertUnavailable({ status, headers, body }: Reply): void {
  assert.equal(status, 503, JSON.stringify(body));
  assert.match(headers.get('retry-after') ?? '', retryAfter);
  assert.deepEqual(body, { error: { code: 'ServiceUnavailable', message: 'The service is temporarily unavailable.' } });
}

/** 503 in the form of the blob protocol. */
export async function assertServerBusy(answer: Response): Promise<void> {
  const text = await answer.text();
  assert.equal(answer.status, 503, text);
  assert.match(answer.headers.get('retry-after') ?? '', retryAfter);
  assert.equal(answer.headers.get('x-ms-error-code'), 'ServerBusy');
  assert.match(text, /^<\?xml .*<Code>ServerBusy<\/Code>/);
}

/** 503 as a page for people. */
export async function assertUnavailablePage(answer: Response): Promise<void> {
  const text = await answer.text();
  assert.equal(answer.status, 503, text);
  assert.match(answer.headers.get('retry-after') ?? '', retryAfter);
  assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
  assert.match(text, /The platform cannot answer just now/);
}
