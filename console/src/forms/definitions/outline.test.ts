import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { added, changed, linesOf, moved, nodeOf, type Outline, outlineOf, put, textOf, without } from './outline.ts';

const box = (Binding: string) => ({ TextBox: { Binding, Odd: [1] } });
const text = JSON.stringify({
  Extra: 1,
  Form: {
    Width: 600,
    Controls: [
      box('a'),
      { Panel: { Name: 'p', Children: [box('b'), box('c')] } },
      { Unknown: { Children: [box('kept')] } },
      { Table: { Binding: 't', Columns: [box('x'), box('y')] } },
    ],
  },
});

const shape = ({ nodes }: Outline): string[] =>
  linesOf(nodes).map(({ node, depth }) => `${'>'.repeat(depth)}${node.members.Binding ?? node.type}`);
const idOf = (outline: Outline, name: string): number =>
  linesOf(outline.nodes).find(({ node }) => (node.members.Binding ?? node.type) === name)?.node.id ?? 0;

describe('the outline of a layout', () => {
  it('is written as it was read, unknown types and members included', () => {
    assert.deepEqual(JSON.parse(textOf(outlineOf(text))), JSON.parse(text));
    assert.deepEqual(JSON.parse(textOf(outlineOf('no layout'))), { Form: { Controls: [] } });
  });

  it('lets a control through every place by moving it, into sections and out of them', () => {
    let outline = outlineOf(text);
    const a = idOf(outline, 'a');
    const places = new Set<string>();
    for (let steps = 0; steps < 8; steps++) {
      places.add(shape(outline).join(' '));
      outline = moved(outline, a, 1);
    }
    assert.equal(shape(outline).at(-1), 'a');
    assert.ok(places.has('Panel >a >b >c Unknown t >x >y'));
    assert.ok(places.has('Panel >b >c a Unknown t >x >y'));
    for (let steps = 0; steps < 8; steps++) outline = moved(outline, a, -1);
    assert.deepEqual(shape(outline), shape(outlineOf(text)));
  });

  it('keeps columns in their table, and sections out of themselves', () => {
    const outline = outlineOf(text);
    const y = idOf(outline, 'y');
    assert.deepEqual(shape(moved(outline, y, 1)), shape(outline));
    assert.deepEqual(shape(moved(outline, y, -1)).slice(-2), ['>y', '>x']);
    const section = nodeOf(outline, idOf(outline, 'Panel'));
    assert.ok(section);
    assert.deepEqual(put(outline, section, idOf(outline, 'b'), 'before'), outline);
    const a = nodeOf(outline, idOf(outline, 'a'));
    assert.ok(a);
    assert.deepEqual(put(outline, a, y, 'after'), outline);
  });

  it('takes new controls in, changes and removes them', () => {
    const outline = outlineOf(text);
    const inSection = added(outline, 'CheckBox', { Binding: 'new' }, idOf(outline, 'Panel'));
    assert.ok(shape(inSection).join(' ').includes('>c >new Unknown'));
    assert.deepEqual(shape(added(outline, 'CheckBox', { Binding: 'new' }, undefined)).at(-1), 'new');
    const behind = added(outline, 'CheckBox', { Binding: 'new' }, idOf(outline, 'b'));
    assert.ok(shape(behind).join(' ').includes('>b >new >c'));
    const renamed = changed(outline, idOf(outline, 'b'), { Binding: 'z' });
    assert.ok(shape(renamed).includes('>z'));
    assert.ok(!shape(without(outline, idOf(outline, 'Panel'))).includes('>b'));
  });
});
