import type { Column } from '../../../engines/tables/params.ts';
import { xmlText } from '../../../engines/tables/rows.ts';
import type { EntitySet } from '../query/open-data.ts';

const core = 'Org.OData.Core.V1';
const vocabulary = `https://oasis-tcs.github.io/odata-vocabularies/vocabularies/${core}.xml`;

/** The CSDL document of a package, as `$metadata` answers it. */
export function metadataText(uniqueName: string, sets: readonly EntitySet[]): string {
  const namespace = `Federation.${uniqueName}`;
  const types = typeNames(sets);
  const entityTypes = sets.map((set) => entityType(set, types.get(set.name) ?? ''));
  const members = sets.map(({ name }) => `<EntitySet Name="${name}" EntityType="${namespace}.${types.get(name)}"/>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:Reference Uri="${vocabulary}"><edmx:Include Namespace="${core}" Alias="Core"/></edmx:Reference>
<edmx:DataServices><Schema Namespace="${namespace}" xmlns="http://docs.oasis-open.org/odata/ns/edm">
${entityTypes.join('\n')}
<EntityContainer Name="Container">${members.join('')}</EntityContainer></Schema></edmx:DataServices></edmx:Edmx>
`;
}

/** `<Set>Type`, never the name of a property of the set or of another type. */
function typeNames(sets: readonly EntitySet[]): ReadonlyMap<string, string> {
  const taken = new Set(['Container']);
  const names = new Map<string, string>();
  for (const { name, columns } of sets) {
    let type = `${name.slice(0, 120)}Type`;
    while (taken.has(type) || columns.some((column) => column.name === type)) type += '_';
    taken.add(type);
    names.set(name, type);
  }
  return names;
}

function entityType({ columns, key }: EntitySet, type: string): string {
  const keys = key.map((name) => `<PropertyRef Name="${name}"/>`).join('');
  return `<EntityType Name="${type}"><Key>${keys}</Key>${columns.map(property).join('')}</EntityType>`;
}

/** Without them the standard means no digits after the point. */
const facets: Readonly<Record<string, string>> = {
  'Edm.DateTimeOffset': ' Precision="3"',
  'Edm.Decimal': ' Scale="variable"',
};

function property({ name, type, nullable, description }: Column): string {
  const open = `<Property Name="${name}" Type="${type}"${nullable ? '' : ' Nullable="false"'}${facets[type] ?? ''}`;
  if (description === undefined) return `${open}/>`;
  return `${open}><Annotation Term="Core.Description" String="${xmlText(description)}"/></Property>`;
}
