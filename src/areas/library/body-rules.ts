import type { Detail } from '../../api/http/problem.ts';
import { addTextFormat, type Issue } from '../../kernel/schema/validator.ts';
import { isCleanLine } from '../../std/text.ts';

const special = /[><^$?]|\|\|/;

addTextFormat('library-name', (text) => isCleanLine(text) && !special.test(text));

export const invalidValue = (target: string, message: string): Detail => ({ code: 'InvalidValue', message, target });
export const missingProperty = (target: string): Detail => ({
  code: 'MissingRequiredProperty',
  message: 'Required property is missing.',
  target,
});

/** References of a body that name nothing in the library. */
export const unknownReferences: Detail = {
  code: 'InvalidValue',
  message: 'Provided Referenced entities not valid.',
};

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The words of this API for an issue of a body or a query; undefined leaves the usual ones. */
export function describeLibrary(issue: Issue, where: string): Partial<Detail> | undefined {
  if (where === 'path') return invalidValue(issue.target, `Provided ${issue.target} value is not valid.`);
  if (where === 'query') return queryFault(issue);
  const [, list] = /^(hashtags|searchTags|catalogs)\[\d+\]$/.exec(issue.target) ?? [];
  if (list === 'catalogs') return invalidValue('catalogs', `Catalog '${shown(issue.value)}' ${guid}`);
  if (list !== undefined) return tagFault(issue, list === 'hashtags' ? 'hashtag' : list);
  if (issue.target === 'hashtags' && issue.rule === 'maxItems') return tagFault(issue, 'hashtag');
  return bodyFault(issue);
}

/** Faults of properties are told once of all of them together. */
export function describeVariation(issue: Issue, where: string): Partial<Detail> | undefined {
  const [, name = ''] = /^adHocProperties\[\d+\](?:\.(\w+))?$/.exec(issue.target) ?? [];
  if (name === '') return describeLibrary(issue, where);
  const told = (what: string) => invalidValue('adHocProperties', `'${name}' in adHocProperty ${what}`);
  if (issue.rule === 'missing') return told('is missing.');
  if (name === 'type') return told(`must be one of:  ${[issue.schema.enum].flat().join(', ')}.`);
  if (issue.rule === 'maxLength') return told(`is over '${issue.limit}' length limit.`);
  return told('value is incorrect.');
}

/** A file that is no component is told so, with its name. */
export function describeUpload(issue: Issue, where: string): Partial<Detail> | undefined {
  if (issue.target !== 'fileName' || issue.rule !== 'format') return describeLibrary(issue, where);
  const fault = `'${shown(issue.value)}' is not supported format. File extension must be 'rfa', 'dgn' or 'cel'.`;
  return invalidValue('fileName', fault);
}

/** A file that is no archive is told so, with its name. */
export function describeArchive(issue: Issue, where: string): Partial<Detail> | undefined {
  if (issue.target !== 'fileName' || issue.rule !== 'format') return describeLibrary(issue, where);
  return invalidValue('fileName', `'${shown(issue.value)}' is not supported format. File extension must be 'zip'.`);
}

/** A period that is none. */
export const describePeriod = ({ target, rule }: Issue): Partial<Detail> | undefined =>
  rule === 'missing'
    ? undefined
    : invalidValue(target, `Parameter '${target}' format is incorrect, valid format is yyyy-MM-dd'T'HH:mm:ss.fff'Z'.`);

const guid = 'must be string value of a valid GUID.';

const webAddress = 'Uri must be a valid web url, supported schemes are https, http and ftp.';

function bodyFault(issue: Issue): Partial<Detail> | undefined {
  const { target, rule, limit, schema } = issue;
  const name = capital(target);
  if (target === 'associatedDesignDocument') return invalidValue(target, `${name} value is not valid.`);
  if (target === 'previousVersionId') return invalidValue(target, `Provided ${name} is not valid.`);
  if (target === 'uri' && rule === 'format') return invalidValue(target, webAddress);
  if (target === 'extension' && rule === 'format') return invalidValue(target, 'Extension is not valid.');
  if (schema.format === 'uuid' && (rule === 'format' || rule === 'type'))
    return invalidValue(target, `${name} ${guid}`);
  if (rule === 'enum') return invalidValue(target, `${name} must be one of:  ${[limit].flat().join(', ')}.`);
  if (rule === 'format') return { message: textFault(issue, name) };
  return undefined;
}

function tagFault(issue: Issue, target: string): Detail {
  if (issue.rule === 'type') return { code: 'InvalidProperty', message: 'Hashtag is not of the right type.', target };
  if (issue.rule === 'maxItems') return invalidValue(target, `Hashtag count is over '${issue.limit}' items limit.`);
  if (issue.rule === 'maxLength') return invalidValue(target, `Hashtag is over '${issue.limit}' length limit.`);
  return invalidValue(target, issue.rule === 'format' ? textFault(issue, 'Hashtag') : 'Hashtag must not be empty.');
}

const textFault = ({ limit, value }: Issue, name: string): string =>
  limit === 'library-name' && special.test(String(value))
    ? `${name} must not include these special characters. >, <, ^, $, ?, ||.`
    : `${name} value is incorrect.`;

function queryFault({ target, rule, limit, value }: Issue): Partial<Detail> | undefined {
  if (target === '$top') {
    const over = rule === 'maximum' || Number(value) > 1000;
    return invalidValue(
      target,
      over ? `Page size is over '1000' items limit.` : 'The $top value must be an integer from 1 to 1000.',
    );
  }
  if (target === '$skip') return invalidValue(target, 'The $skip value must be a non-negative integer.');
  if (target === '$search' && rule === 'maxLength')
    return invalidValue(target, `$search is over '${limit}' length limit.`);
  if (/^catalogs/.test(target)) {
    return invalidValue(
      'catalogs',
      rule === 'maxItems' ? `Catalogs is over '${limit}' items limit.` : `Catalog ${guid}`,
    );
  }
  return undefined;
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
