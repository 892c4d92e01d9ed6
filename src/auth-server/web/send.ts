import type { ServerResponse } from 'node:http';
import type { Core } from '../core.ts';
import type { PageAnswer } from './page.ts';

/**
 * Nothing runs on our pages, nothing frames them, nothing of them leaks. Browsers apply `form-action` to redirects
 * too, so it cannot stand on pages from which a form leads to an application.
 */
export function pageHeaders(core: Pick<Core, 'https'>, answer: PageAnswer): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(answer.leaves ? [] : ["form-action 'self'"]),
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    ...(answer.retryAfter === undefined ? {} : { 'Retry-After': String(answer.retryAfter) }),
    ...(core.https ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

export function sendPage(core: Pick<Core, 'https'>, response: ServerResponse, answer: PageAnswer, head: boolean): void {
  const body = answer.html ?? '';
  response.writeHead(answer.status, {
    ...pageHeaders(core, answer),
    ...(answer.location === undefined ? {} : { Location: answer.location }),
    ...(answer.cookies?.length ? { 'Set-Cookie': [...answer.cookies] } : {}),
    ...(answer.html === undefined ? {} : { 'Content-Type': 'text/html; charset=utf-8' }),
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(head ? undefined : body);
}
