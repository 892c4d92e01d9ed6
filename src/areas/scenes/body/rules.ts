import type { Detail } from '../../../api/http/problem.ts';
import { issueMessage } from '../../../kernel/schema/messages.ts';
import type { Issue } from '../../../kernel/schema/validator.ts';

/** Of one request at most: data can be wrong in thousands of places. */
const mostTold = 50;

const formats = {
  'safe-text': 'text without HTML tags, :// and javascript:',
  'restricted-text': 'text without scripts, handlers and data:',
  expression: 'an expression without statements, assignments and functions',
  'utc-instant': 'a time of the form YYYY-MM-DDThh:mm:ssZ',
  'picture-uri': 'a data URI of a PNG, JPEG, WebP or harmless SVG of at most 20 KB',
  'https-address': 'an https URL with a host name',
};

/** Paths of this API are written with dots only: `objects.0.parentId`. */
const dotted = (path: string): string => path.replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '');

/** A fault of a property, told by its name in capital letters: "ParentId must be a UUID." */
export function fault(path: string, demand: string, code = 'InvalidRequestBody'): Detail {
  const target = dotted(path);
  const name = target.split('.').findLast((step) => /\D/.test(step)) ?? 'body';
  const message = `${name.charAt(0).toUpperCase()}${name.slice(1)} ${demand}.`;
  return { code, message, target: target === '' ? null : target };
}

/** The code and words of this API for an issue of a path, a query or a body. */
export function describeScenes(issue: Issue, where: string): Partial<Detail> | undefined {
  if (issue.rule === 'json') return undefined;
  return fault(
    issue.target,
    issueMessage(issue, formats),
    where === 'body' ? 'InvalidRequestBody' : 'InvalidParameter',
  );
}

/** Faults of a part of a body that is checked apart from the whole; `path` is where it stands. */
export const faultsAt = (path: string, issues: readonly Issue[]): Detail[] =>
  issues.slice(0, mostTold).map((issue) => {
    const glue = issue.target === '' || issue.target.startsWith('[') ? '' : '.';
    return fault(`${path}${glue}${issue.target}`, issueMessage(issue, formats));
  });
