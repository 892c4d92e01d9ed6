import type { RawInput } from '../../../api/http/endpoint.ts';
import type { Detail } from '../../../api/http/problem.ts';
import type { Issue } from '../../../kernel/schema/validator.ts';
import { detail } from '../errors.ts';
import { isDetectorFilter } from './filter.ts';

type Where = 'path' | 'query' | 'body' | 'header';

const badFilter = detail('InvalidParameter', '$filter contains an invalid or unsupported statement.', '$filter');
const badNumber = (target: string): Detail =>
  detail('InvalidProperty', 'Version must contain a major and minor version in x.x format.', target);
const special = 'Special characters are not allowed.';
const required = 'Required property is missing.';

/** For `check` of the lists. */
export const checkFilter = ({ query }: RawInput): readonly Detail[] =>
  typeof query.$filter === 'string' && !isDetectorFilter(query.$filter) ? [badFilter] : [];

export const describeList = (_issue: Issue, where: Where): Partial<Detail> | undefined =>
  where === 'query' ? badFilter : undefined;

/** Both versions name what is wrong with a new detector as a part of it. */
export function describeCreate({ target, rule }: Issue, where: Where): Partial<Detail> | undefined {
  if (where !== 'body' || rule === 'json') return undefined;
  const property = target === 'detector' || target.startsWith('detector.') ? target : `detector.${target}`;
  if (rule === 'missing') return detail('InvalidProperty', required, property);
  if (property === 'detector.type') return detail('InvalidValue', 'Invalid detector type.', property);
  if (property === 'detector.version') return badNumber(property);
  return valueDetail(rule, property);
}

const valueDetail = (rule: string, target: string): Detail =>
  /documentationUrl$/i.test(target) && (rule === 'pattern' || rule === 'format')
    ? detail('InvalidProperty', 'The address must begin with http:// or https://.', target)
    : textDetail(rule, target);

const textDetail = (rule: string, target: string): Detail =>
  rule === 'pattern' || rule === 'format'
    ? detail('InvalidProperty', special, target)
    : detail('InvalidValue', 'The value is not valid.', target);

/** "displayName" or "detector.displayName" → "Detector.DisplayName", as the published answers spell it. */
export function describeUpdate({ target, rule }: Issue, where: Where): Partial<Detail> | undefined {
  if (where !== 'body' || rule === 'json') return undefined;
  if (target === 'detector') return detail('InvalidProperty', required, target);
  const name = target.replace(/^detector\./, '');
  return valueDetail(rule, `Detector.${name.charAt(0).toUpperCase()}${name.slice(1)}`);
}

export function describeVersion({ target, rule }: Issue, where: Where): Partial<Detail> | undefined {
  if (where !== 'body' || rule === 'json') return undefined;
  if (target === 'versionNumber') return badNumber(target);
  return detail('InvalidProperty', rule === 'missing' ? required : 'The value is not valid.', target);
}
