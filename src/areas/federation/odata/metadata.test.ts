import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parse } from '@sap-ux/edmx-parser';
import type { Column } from '../../../engines/tables/params.ts';
import { edmTypes } from '../../../std/odata/edm.ts';
import { metadataText } from './metadata.ts';

/** What the reader makes of it, as far as it is looked at. */
interface ReadProperty {
  readonly name: string;
  readonly type: string;
  readonly nullable?: boolean;
  readonly precision?: number;
  readonly scale?: number;
}
interface ReadSchema {
  readonly entityTypes: readonly {
    readonly name: string;
    readonly keys: readonly ReadProperty[];
    readonly entityProperties: readonly ReadProperty[];
  }[];
  readonly entitySets: readonly { readonly name: string; readonly entityTypeName: string }[];
}

it('an independent reader takes the metadata, with every type, key and description', () => {
  const columns: Column[] = edmTypes.map((type, at) => ({
    name: type.slice(4),
    type,
    nullable: at > 1,
    ...(at === 0 ? { description: `<m³> & "more"\u0000` } : {}),
  }));
  const odd: Column[] = [
    { name: '_Row', type: 'Edm.Int64', nullable: false },
    { name: 'GrößeType', type: 'Edm.String', nullable: true },
  ];
  const text = metadataText('My.Package_1', [
    { name: 'Things', columns, key: ['String', 'Int32'] },
    { name: 'Größe', columns: odd, key: ['_Row'] },
  ]);
  const { schema }: { schema: ReadSchema } = parse(text);
  const [things, other] = schema.entityTypes;
  assert.ok(things && other);
  assert.deepEqual(
    schema.entitySets.map(({ name, entityTypeName }) => [name, entityTypeName]),
    [
      ['Things', 'Federation.My.Package_1.ThingsType'],
      ['Größe', 'Federation.My.Package_1.GrößeType_'],
    ],
  );
  assert.deepEqual(
    things.entityProperties.map(({ name, type }) => [name, type]),
    columns.map(({ name, type }) => [name, type]),
  );
  assert.deepEqual(
    things.keys.map(({ name }) => name),
    ['String', 'Int32'],
  );
  const facets = things.entityProperties.map(({ name, nullable, precision, scale }) => [
    name,
    nullable,
    precision,
    scale,
  ]);
  assert.deepEqual(facets[0]?.slice(0, 2), ['String', false]);
  assert.deepEqual(facets.find(([name]) => name === 'DateTimeOffset')?.[2], 3);
  assert.equal(other.name, 'GrößeType_');
  assert.ok(text.includes('String="&lt;m³&gt; &amp; &quot;more&quot;\ufffd"'));
});
