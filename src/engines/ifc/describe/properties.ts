import type { Json, Measure, PropertySet } from '../../snapshot/types.ts';
import { follow, type Instance, type Model, refsOf, textOf } from '../step/model.ts';
import { rounded } from '../step/number.ts';
import { isEnum, isList, isRef, isTyped, type StepValue } from '../step/values.ts';
import { siFactor, unitName } from '../units.ts';
import { freeNames } from './free-names.ts';

type Properties = Record<string, Json>;
type Members = Required<Pick<PropertySet, 'properties' | 'measures'>>;
/** A set before it is known whose it is. */
export type NamedSet = Omit<PropertySet, 'of'> & Members & { readonly globalId: string };

const deepest = 16;

/** An argument as JSON: numbers rounded to 9 digits, `.T.` and `.F.` as booleans, references left out (null). */
export function jsonOf(value: StepValue | undefined): Json {
  const inner = isTyped(value) ? value.value : (value ?? null);
  if (typeof inner === 'number') return rounded(inner);
  if (inner === null || typeof inner === 'string') return inner;
  if (isEnum(inner))
    return inner.enum === 'T' ? true : inner.enum === 'F' ? false : inner.enum === 'U' ? 'UNKNOWN' : inner.enum;
  if (isTyped(inner)) return jsonOf(inner);
  if (isList(inner)) return inner.some(isRef) ? null : inner.map(jsonOf);
  return null;
}

/** A property set, a set of quantities, or one of the predefined ones (door lining …), whose attributes are its properties. */
export function readSet(model: Model, number: number): NamedSet | undefined {
  const set = model.read(number);
  if (set === undefined) return undefined;
  const quantities = model.schema.is(set.entity, 'IFCELEMENTQUANTITY');
  const members = quantities ? 'Quantities' : 'HasProperties';
  const listed = model.schema.attributes(set.entity).includes(members);
  const values = listed
    ? membersOf(model, model.get(set, members), 0)
    : { properties: withoutName(directAttributes(model, set)), measures: {} };
  return {
    globalId: textOf(set.values[0]) ?? '',
    name: textOf(model.get(set, 'Name')) ?? model.schema.spelling(set.entity) ?? set.entity,
    kind: quantities ? 'quantities' : 'properties',
    ...values,
  };
}

/** Name and description of a predefined set are its own, no properties. */
function withoutName({ Name: _name, Description: _description, ...properties }: Properties): Properties {
  return properties;
}

function membersOf(model: Model, list: StepValue, depth: number): Members {
  const properties: Properties = {};
  const measures: Record<string, Measure> = {};
  const freeName = freeNames();
  for (const number of refsOf(list)) {
    const property = model.read(number);
    const name = property === undefined ? null : textOf(property.values[0]);
    if (property === undefined || name === null) continue;
    const free = freeName(name);
    const { value, measure } = depth > deepest ? nothing : memberOf(model, property, depth);
    properties[free] = value;
    if (measure !== undefined) measures[free] = measure;
  }
  return { properties, measures };
}

interface Member {
  readonly value: Json;
  readonly measure?: Measure;
}
const nothing: Member = { value: null };

function memberOf(model: Model, property: Instance, depth: number): Member {
  const inner = membersAttribute[property.entity];
  if (inner === undefined) return { value: propertyValue(model, property), ...measureOf(model, property) };
  const { properties, measures } = membersOf(model, model.get(property, inner), depth + 1);
  return { value: properties, measure: { members: measures } };
}

const membersAttribute: Readonly<Record<string, string>> = {
  IFCCOMPLEXPROPERTY: 'HasProperties',
  IFCPHYSICALCOMPLEXQUANTITY: 'HasQuantities',
};

/** Where the values of a property are, of which the first tells what they all are. */
const valuesAttributes: Readonly<Record<string, readonly string[]>> = {
  IFCPROPERTYSINGLEVALUE: ['NominalValue'],
  IFCPROPERTYENUMERATEDVALUE: ['EnumerationValues'],
  IFCPROPERTYLISTVALUE: ['ListValues'],
  IFCPROPERTYBOUNDEDVALUE: ['LowerBoundValue', 'UpperBoundValue', 'SetPointValue'],
  IFCPROPERTYTABLEVALUE: ['DefinedValues'],
};

function measureOf(model: Model, property: Instance): { readonly measure?: Measure } {
  const type = typeOf(model, property);
  const unit = follow(model, property, 'Unit');
  if (unit !== undefined) return { measure: { type, siPerUnit: siFactor(model, unit) ?? null } };
  return type === null ? {} : { measure: type };
}

/** Of a quantity its entity; of a property the type of its first value. */
function typeOf(model: Model, property: Instance): string | null {
  if (model.schema.is(property.entity, 'IFCPHYSICALQUANTITY')) return model.schema.spelling(property.entity) ?? null;
  for (const attribute of valuesAttributes[property.entity] ?? []) {
    const given = model.get(property, attribute);
    const first = isList(given) ? given[0] : given;
    if (isTyped(first)) return model.schema.typeSpelling(first.type) ?? null;
  }
  return null;
}

function propertyValue(model: Model, property: Instance): Json {
  const get = (attribute: string) => model.get(property, attribute);
  const unit = unitOf(model, property, 'Unit');
  switch (property.entity) {
    case 'IFCPROPERTYSINGLEVALUE':
      return withUnit(jsonOf(get('NominalValue')), unit);
    case 'IFCPROPERTYENUMERATEDVALUE':
      return jsonOf(get('EnumerationValues'));
    case 'IFCPROPERTYLISTVALUE':
      return withUnit(jsonOf(get('ListValues')), unit);
    case 'IFCPROPERTYBOUNDEDVALUE': {
      const bounds = { lower: 'LowerBoundValue', upper: 'UpperBoundValue', setPoint: 'SetPointValue' };
      return { ...present(bounds, (attribute) => jsonOf(get(attribute))), ...(unit === null ? {} : { unit }) };
    }
    case 'IFCPROPERTYTABLEVALUE':
      return tableOf(model, property);
    case 'IFCPROPERTYREFERENCEVALUE':
      return referenceOf(model, property);
    default:
      // the simple quantities: name, description, unit, value
      return withUnit(jsonOf(property.values[3]), unit);
  }
}

function present(names: Readonly<Record<string, string>>, of: (attribute: string) => Json): Properties {
  const all = Object.entries(names).map(([name, attribute]): [string, Json] => [name, of(attribute)]);
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

const tableOf = (model: Model, table: Instance): Json => ({
  ...present({ defining: 'DefiningValues', defined: 'DefinedValues', expression: 'Expression' }, (attribute) =>
    jsonOf(model.get(table, attribute)),
  ),
  ...present({ definingUnit: 'DefiningUnit', definedUnit: 'DefinedUnit' }, (attribute) =>
    unitOf(model, table, attribute),
  ),
});

/** Names what is referred to, and does not follow it. */
function referenceOf(model: Model, property: Instance): Json {
  const target = follow(model, property, 'PropertyReference');
  const usage = textOf(model.get(property, 'UsageName'));
  if (target === undefined) return usage;
  const name = textOf(model.get(target, 'Name'));
  return {
    class: model.schema.spelling(target.entity) ?? target.entity,
    ...(name ? { name } : {}),
    ...(usage ? { usage } : {}),
  };
}

function unitOf(model: Model, property: Instance, attribute: string): string | null {
  const unit = follow(model, property, attribute);
  return unit === undefined ? null : unitName(model, unit);
}

const withUnit = (value: Json, unit: string | null): Json =>
  unit === null || value === null ? value : { value, unit };

const neverShown = new Set(['GlobalId', 'OwnerHistory']);

/** Attributes of an instance that hold values; addresses are nested, other references left out. */
export function directAttributes(model: Model, instance: Instance): Properties {
  const found: Properties = {};
  const names = model.schema.attributes(instance.entity);
  for (const [position, name] of names.entries()) {
    if (neverShown.has(name)) continue;
    const value = instance.values[position] ?? null;
    const json = isRef(value) ? addressOf(model, instance, name) : jsonOf(value);
    if (json !== null) found[name] = json;
  }
  return found;
}

function addressOf(model: Model, instance: Instance, attribute: string): Json {
  if (!attribute.endsWith('Address')) return null;
  const target = follow(model, instance, attribute);
  return target !== undefined && model.schema.is(target.entity, 'IFCADDRESS') ? directAttributes(model, target) : null;
}
