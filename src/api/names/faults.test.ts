import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wiredApp } from '../../start/served-apis.ts';
import { faultText } from './table.ts';

let app: ReturnType<typeof wiredApp> | undefined;
const faultsOf = async (text: string): Promise<readonly string[]> => {
  app ??= wiredApp();
  const { compiled, faults } = (await app).compileNames(text);
  assert.equal(compiled === undefined, faults.length > 0, 'with a fault there is no table');
  return faults.map((fault) => faultText('names.yaml', fault));
};

/** A table with one fault, and what is told of it. */
const wrong: readonly (readonly [what: string, text: string, told: RegExp])[] = [
  ['no YAML', 'members:\n  twinId: [x\n', /^names\.yaml:\d: The file is not YAML/],
  ['a list for a table', '- twins\n', /^names\.yaml:1: must be a mapping of names\.$/],
  ['a part that nobody knows', 'member: {}\n', /:1: member is not known here; there may be paths, members/],
  ['a name that is there twice', 'members:\n  twinId: a\n  twinId: b\n', /:3: members\.twinId is there twice\.$/],
  ['a list for names', 'members:\n  - twinId\n', /:1: members must be a mapping/],
  ['a number for a name', 'members:\n  twinId: 7\n', /:2: members\.twinId must be a text\.$/],
  ['an empty name', "members:\n  twinId: ''\n", /:2: members\.twinId must not be empty\.$/],
  ['the same name in both', 'members:\n  twinId: twinId\n', /:2: members\.twinId has the same name in both languages/],
  ['a path without a slash', 'paths:\n  /twins: zwillinge\n', /:2: paths\.\/twins must begin with a slash/],
  [
    'a path that nobody has',
    'paths:\n  /bridges: /bruecken\n',
    /:2: paths\.\/bridges is not the beginning of any path/,
  ],
  [
    'a path with a query',
    'paths:\n  /twins: /zwillinge?x=1\n',
    /:2: paths\.\/twins is '\/zwillinge\?x=1', which is no path/,
  ],
  [
    'a path with fewer placeholders',
    'paths:\n  /accesscontrol/twins/{id}/jobs: /zugang/auftraege\n',
    /:2: .* must have as many placeholders on both sides/,
  ],
  [
    'the address of another operation',
    'paths:\n  /twins: /jobs\n',
    /:2: paths\.\/twins makes \/twins(\/\{id\})? to \/jobs/,
  ],
  [
    'two paths that become one',
    'paths:\n  /twins/favorites: /zwillinge/liste\n  /twins/recents: /zwillinge/liste\n',
    /:\d: paths.* which is the address of/,
  ],
  ['a path of the sign-in', 'paths:\n  /twins: /auth/zwillinge\n', /:2: paths\.\/twins begins with \/auth/],
  [
    'a member that nobody declares',
    'members:\n  bridgeId: brueckenId\n',
    /:2: members\.bridgeId is no member of any shape/,
  ],
  [
    'a name that is no name',
    'members:\n  twinId: zwilling.id\n',
    /:2: members\.twinId is 'zwilling\.id', which is no name/,
  ],
  [
    'a name that the shape has',
    'members:\n  twinId: displayName\n',
    /:2: members\.twinId is 'displayName', which .* already/,
  ],
  [
    'two members that become one',
    'members:\n  twinId: kennung\n  modelId: kennung\n',
    /:3: members\.modelId is 'kennung', as is 'twinId'/,
  ],
  ['a value of no enumeration', 'values:\n  Bridge: Bruecke\n', /:2: values\.Bridge is no value of any enumeration/],
  [
    'two values that become one',
    'values:\n  Custom: Art\n  Default: Art\n',
    /:3: values\.Default is 'Art', as is 'Custom'/,
  ],
  ['a code that nobody answers', 'codes:\n  bridgeNotFound: x\n', /:2: codes\.bridgeNotFound is no code of any error/],
  [
    'a star on one side',
    'codes:\n  Invalidtwins*: Ungueltig\n',
    /:2: codes\.Invalidtwins\* must have one \* on both sides/,
  ],
  [
    'a code that the operation has',
    'codes:\n  twinNotFound: Unauthorized\n',
    /:2: codes\.twinNotFound is 'Unauthorized'/,
  ],
  ['a sentence for a word', 'messages:\n  a twin: ein Zwilling\n', /:2: messages\.a twin is more than one word/],
  [
    'two words that become one',
    'messages:\n  twin: Ding\n  model: Ding\n',
    /:3: messages\.model is 'Ding', as is 'twin'/,
  ],
  [
    'events that there are not',
    'events:\n  bridges.: bruecken.\n',
    /:2: events\.bridges\. is the beginning of no type/,
  ],
  [
    'two types of events that become one',
    'events:\n  twins.twinCreated.v1: neu\n  twins.twinDeleted.v1: neu\n',
    /:3: events\..* to neu, as is twins\.twinCreated/,
  ],
  ['a header that is none of ours', 'headers:\n  x-bridge: x-bruecke\n', /:2: headers\.x-bridge is no header of ours/],
  ['a header that means something', 'headers:\n  x-twin-query-scope: accept\n', /:2: .* which means something else/],
  ['a vendor with vnd', 'vendors: [vnd.acme]\n', /:1: vendors\[0\] is 'vnd\.acme', which is no vendor/],
  ['our own vendor', 'vendors: [vendor]\n', /:1: vendors\[0\] is 'vendor', which is our own/],
  ['vendors that are no list', 'vendors: acme\n', /:1: vendors must be a list/],
  ['a scope that is none of ours', 'scopes:\n  openid: x\n', /:2: scopes\.openid is no scope of ours/],
  ['an exception without a place', 'scoped:\n  - members: { twinId: x }\n', /:2: scoped\[0\] lacks 'in'/],
  ['an exception of nothing', 'scoped:\n  - in: /twins\n', /:2: scoped\[0\] needs one of members, values, codes/],
  [
    'an exception for no path',
    'scoped:\n  - in: /bridges\n    members: { twinId: x }\n',
    /:2: scoped\[0\]\.in is '\/bridges'/,
  ],
  [
    'an open member that no shape has',
    'opaque:\n  - in: /savedviews\n    member: nothing\n    members: { a: b }\n',
    /:4: opaque\[0\]\.members\.a is of no use: no shape here has a member 'nothing'/,
  ],
  ['a host with a path', 'hosts: [https://x.example/api]\n', /:1: hosts\[0\] is .* must be scheme, host and port/],
];

describe('a table of names is refused for', () => {
  for (const [what, text, told] of wrong) {
    it(what, async () => {
      const faults = await faultsOf(text);
      assert.ok(
        faults.some((fault) => told.test(fault)),
        faults.join('\n'),
      );
    });
  }

  it('all of its faults at once, in the order of the file', async () => {
    const faults = await faultsOf('members:\n  bridgeId: x\ncodes:\n  bridgeNotFound: y\npaths:\n  /bridges: /b\n');
    assert.deepEqual(
      faults.map((fault) => fault.split(' ')[1]),
      ['members.bridgeId', 'codes.bridgeNotFound', 'paths./bridges'],
    );
  });
});

describe('a table of names', () => {
  it('is taken as JSON, too, and an empty one changes nothing', async () => {
    assert.deepEqual(await faultsOf(''), []);
    assert.deepEqual(await faultsOf('{"members": {"twinId": "zwillingsId"}}'), []);
  });

  it('may exchange two names, and keep one in a place', async () => {
    assert.deepEqual(await faultsOf('members: { twinId: modelId, modelId: twinId }\n'), []);
    const kept = 'members: { twinId: zwillingId }\nscoped:\n  - in: /scenes\n    members: { twinId: twinId }\n';
    assert.deepEqual(await faultsOf(kept), []);
  });
});
