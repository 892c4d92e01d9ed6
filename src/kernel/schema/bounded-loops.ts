import { _, type Ajv, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';
import names from 'ajv/dist/compile/names.js';

/**
 * Makes the work of a validator that tells all errors small whatever the value: a loop over a list or a record gives up
 * once it has found `most` errors, and a list with too many items is told as such, its items unseen. What is refused
 * stays refused: a loop that gives up has found errors, and those before it do not count.
 */
export function boundLoops(ajv: Ajv, most: number): void {
  for (const keyword of ['items', 'patternProperties', 'additionalProperties']) {
    const definition = ajv.getKeyword(keyword);
    if (!isCode(definition)) throw new Error(`The validator has no keyword '${keyword}'.`);
    const code = (cxt: KeywordCxt) => withinCount(cxt, () => givingUp(cxt, most, () => definition.code(cxt)));
    ajv.removeKeyword(keyword).addKeyword({ ...definition, code });
  }
}

const isCode = (definition: unknown): definition is CodeKeywordDefinition =>
  typeof definition === 'object' && definition !== null && 'code' in definition;

/** Looks at the items of a list only where it may have so many. */
function withinCount({ gen, data, keyword, parentSchema }: KeywordCxt, write: () => void): void {
  const { maxItems } = parentSchema;
  if (keyword !== 'items' || typeof maxItems !== 'number') write();
  else gen.if(_`${data}.length <= ${maxItems}`, write);
}

/** Each loop that `write` writes ends once it has counted `most` errors. */
function givingUp({ gen }: KeywordCxt, most: number, write: () => void): void {
  const { forRange, forIn } = gen;
  const before = gen.const('before', _`${names.default.errors}`);
  const ending =
    <Item>(body: (item: Item) => void) =>
    (item: Item) => {
      Object.assign(gen, { forRange, forIn });
      body(item);
      gen.if(_`${names.default.errors} - ${before} >= ${most}`, () => gen.break());
      Object.assign(gen, bounded);
    };
  const bounded: Pick<typeof gen, 'forRange' | 'forIn'> = {
    forRange: (name, from, to, body, kind) => forRange.call(gen, name, from, to, ending(body), kind),
    forIn: (name, object, body, kind) => forIn.call(gen, name, object, ending(body), kind),
  };
  Object.assign(gen, bounded);
  write();
  Object.assign(gen, { forRange, forIn });
}
