import type { Answer, Endpoint, Outcome } from './endpoint.ts';
import { isFailed } from './problem.ts';

/** What programs ask for that want a file and do not know of which kind (conventions.md section 3). */
const anyFile = ['image/*', 'application/octet-stream'];

/** The media types of an operation's answers besides JSON, as `acceptReader` wants them. */
export const mediaOf = ({ answers }: Endpoint): readonly string[] => [
  ...new Set(Object.entries(answers).flatMap(([status, answer]) => mediaOfAnswer(Number(status), answer))),
];

function mediaOfAnswer(status: number, answer: Answer): readonly string[] {
  if (answer.kind === 'json') return [];
  if (answer.kind === 'empty') return status === 302 ? ['*/*'] : anyFile; // a redirect leads to a file of any type
  return [...answer.types, ...anyFile];
}

/** The Cache-Control header that an endpoint says of an outcome; undefined for the usual one. */
export function cachingOf({ answers, secret, method }: Endpoint, outcome: Outcome): string | undefined {
  if (isFailed(outcome)) return undefined;
  return answers[outcome.status]?.caching ?? (secret && method === 'GET' ? 'no-store' : undefined);
}
