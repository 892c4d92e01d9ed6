import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filterOf } from './evaluate.ts';
import { parseFilter } from './parse.ts';
import type { FilterSubject, Literal } from './tree.ts';

const subject: FilterSubject = {
  name: 'Elements',
  properties: {
    Class: 'text',
    Name: 'text',
    Volume: 'number',
    Big: 'whole',
    Few: 'whole',
    Built: 'date',
    Seen: 'instant',
    Key: 'guid',
    Good: 'boolean',
  },
};
const row: Record<string, Literal> = {
  Class: 'IfcWall',
  Name: null,
  Volume: 2.5,
  Big: '9007199254740993',
  Few: 7,
  Built: '2024-01-31',
  Seen: '2024-01-31T10:05:07.000Z',
  Key: '5e19bee0-3aea-4355-a9f0-c6df9989ee7d',
  Good: true,
};
const holds = (text: string): boolean =>
  filterOf(parseFilter(text, subject), (one: typeof row, name) => one[name] ?? null)(row);
const faultOf = (text: string): string => {
  try {
    parseFilter(text, subject);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('an OData filter', () => {
  for (const text of [
    "Class eq 'IfcWall'",
    "Class ne 'ifcwall'",
    "not (Class eq 'IfcDoor') and Volume gt 2",
    "Class in ('IfcDoor', 'IfcWall')",
    'Name eq null',
    "Name ne 'a'",
    'not (Name ne null)',
    "contains(Class,'Wal') and startswith(Class,'Ifc') and endswith(Class,'all')",
    "length(Class) eq 7 and indexof(Class,'W') eq 3 and substring(Class,3) eq 'Wall' and substring(Class,3,1) eq 'W'",
    "concat(tolower(Class),'x') eq 'ifcwallx' and toupper('é') eq 'É' and trim(' a ') eq 'a'",
    'Volume add 1 mul 2 eq 4.5',
    '(Volume add 1) mul 2 eq 7 and -Volume lt 0 and 7 mod 4 eq 3',
    'round(Volume) eq 3 and round(-2.5) eq -3 and floor(Volume) eq 2 and ceiling(2.1) eq 3',
    'Built ge 2024-01-31 and year(Built) eq 2024 and month(Seen) eq 1 and date(Seen) eq Built',
    'Seen eq 2024-01-31T11:05:07+01:00 and hour(Seen) eq 10 and minute(Seen) eq 5 and second(Seen) eq 7',
    'Key eq 5E19BEE0-3AEA-4355-A9F0-C6DF9989EE7D',
    'Good and (Volume gt 100 or Good eq true)',
    "Class eq 'x''y' or Class gt 'IfcW'",
    'Volume in (-1, 2.5)',
    'Big eq 9007199254740993 and Big gt 9007199254740992 and Big lt 9007199254740994 and Few lt Big',
    'Big in (1, 9007199254740993) and -Big eq -9007199254740993 and Big ne 9007199254740992',
    'Big sub 1 eq 9007199254740992 and Big mul 3 eq 27021597764222979 and Big mod 10 eq 3',
    '-9223372036854775808 lt -9223372036854775807 and 9223372036854775806 lt 9223372036854775807',
    'Few eq 7.0 and Few div 2 eq 3.5 and Few add 0.5 gt 7 and Few in (7.0) and Few sub Few eq 0',
    'Volume in (--2.5)',
    "Name in (--null, 'a')",
  ]) {
    it(`holds: ${text}`, () => assert.equal(holds(text), true));
  }

  for (const text of [
    "Class eq 'ifcwall'",
    "Name gt 'a'",
    "contains(Name,'a')",
    "not contains(Name,'a')",
    'Volume div 0 gt 1',
    'Big eq 9007199254740992',
    'Big in (9007199254740992, 9007199254740994)',
    'Few mod 0 eq 0',
    '9223372036854775807 add 1 gt 0',
    '-(-9223372036854775808) gt 0',
    'not (Volume div 0 gt 1) and Good eq false',
    "Name in ('a')",
  ]) {
    it(`does not hold: ${text}`, () => assert.equal(holds(text), false));
  }

  for (const [text, fault] of [
    ['', 'Syntax error at position 0.'],
    ['Class eq', 'Syntax error at position 8.'],
    ["Class eq 'a'; drop table x", 'Syntax error at position 12.'],
    ["Class eq 'a", 'Syntax error at position 9.'],
    ["contains(Class,'\ud83d')", 'The text at position 15 holds half of a character, or a null character.'],
    ["Class eq 'a\0'", 'The text at position 9 holds half of a character, or a null character.'],
    ["Class EQ 'a'", 'Syntax error at position 6.'],
    ['(Good', 'Syntax error at position 5.'],
    ['Built eq 2024-02-99', 'Syntax error at position 9.'],
    ['Class in (Name)', 'Syntax error at position 10.'],
    ['Volume in (-Volume)', 'Syntax error at position 11.'],
    ['Class eq 1', "'Class' is Edm.String and cannot be compared with a number at position 9."],
    ["Klass eq 'a'", "Elements has no property 'Klass'."],
    ["constructor eq 'a'", "Elements has no property 'constructor'."],
    ['geo.distance(Class,Class) lt 1', "Function 'geo.distance' is not supported."],
    ['Volume', "'Volume' is Edm.Double, which is no condition, at position 0."],
    ['length(Volume) eq 1', "'Volume' is Edm.Double and does not fit 'length' at position 0."],
    ['length(Class,Class) eq 1', 'Syntax error at position 0.'],
    [`${'('.repeat(60)}Good${')'.repeat(60)}`, 'The filter is nested too deeply.'],
    [Array(1500).fill('-1').join(' eq '), 'The filter is longer than 4000 characters.'],
    [`Volume in (${Array(501).fill('1').join()})`, 'A list in the filter has more than 500 values.'],
  ] as const) {
    it(`is refused: ${JSON.stringify(text.slice(0, 60))}`, () =>
      assert.ok(faultOf(text).startsWith(fault), faultOf(text)));
  }
});
