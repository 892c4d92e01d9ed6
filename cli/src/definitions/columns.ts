import { membersIn, type Shape } from './shape.ts';

const most = 7;
const names = ['displayName', 'name', 'title', 'fileName', 'email'];

/** The columns in which a list is shown: its id, its name, and what else is short. */
export function columnsOf(list: unknown, items: string, resolve: (shape: unknown) => Shape): string[] | undefined {
  const array = items === '.' ? resolve(list) : membersIn(list, resolve).get(items);
  if (array === undefined) return undefined;
  const members = membersIn(array.items, resolve);
  const all = [...members.keys()];
  const id = members.has('id') ? 'id' : all.find((name) => name.endsWith('Id'));
  const name = names.find((one) => members.has(one) && one !== id);
  const first = [id, name].filter((one) => one !== undefined);
  const others = [...members]
    .filter(([member, shape]) => !first.includes(member) && isShort(shape))
    .map(([one]) => one);
  const columns = [...first, ...others].slice(0, most);
  return columns.length === 0 ? undefined : columns;
}

const scalars = new Set(['string', 'integer', 'number', 'boolean']);

function isShort({ type, format, maxLength }: Shape): boolean {
  if (typeof type !== 'string' || !scalars.has(type) || format === 'uri') return false;
  return !(typeof maxLength === 'number' && maxLength > 200);
}
