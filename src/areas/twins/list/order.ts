import { listProperties } from './properties.ts';

export interface OrderStep {
  readonly column: string;
  readonly descending: boolean;
}

/** `prop [asc|desc], …`; names and directions without case. */
export function parseOrder(text: string): { readonly steps: OrderStep[] } | { readonly wrong: string } {
  const steps: OrderStep[] = [];
  for (const part of text.split(',')) {
    const [name = '', direction = 'asc', ...rest] = part.trim().split(/\s+/);
    const property = Object.hasOwn(listProperties, name.toLowerCase()) ? listProperties[name.toLowerCase()] : undefined;
    const known = /^(asc|desc)$/i.test(direction);
    if (property === undefined || !known || rest.length > 0) return { wrong: part.trim() };
    steps.push({ column: property.sortedBy, descending: direction.toLowerCase() === 'desc' });
  }
  return { steps };
}
