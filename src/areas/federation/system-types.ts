import type { SystemType } from './definition.ts';

/** A credential that a type of systems takes. */
export interface SystemProperty {
  readonly name: string;
  readonly defaultValue: string | null;
  readonly enumValues: readonly string[] | null;
  readonly dataType: 'String' | 'Boolean' | 'Int32';
}

const text = (name: string, defaultValue: string | null = null): SystemProperty => ({
  name,
  defaultValue,
  enumValues: null,
  dataType: 'String',
});
const whole = (name: string, defaultValue: string): SystemProperty => ({
  ...text(name, defaultValue),
  dataType: 'Int32',
});
const oneOf = (name: string, ...enumValues: readonly [string, ...string[]]): SystemProperty => ({
  ...text(name, enumValues[0]),
  enumValues,
});

/** The first six of `Federation.Sql` are those of the published documentation, in its order. */
export const systemTypes: Readonly<Record<SystemType, readonly SystemProperty[]>> = {
  'Federation.Sql': [
    text('Server'),
    text('Database'),
    text('UserId'),
    text('Password'),
    { name: 'IntegratedSecurity', defaultValue: 'false', enumValues: null, dataType: 'Boolean' },
    whole('CommandTimeout', '30'),
    oneOf('Provider', 'PostgreSQL', 'SQLite'),
    whole('Port', '5432'),
    text('Schema', 'public'),
    { ...oneOf('Ssl', 'disable', 'require', 'verify-full'), defaultValue: 'verify-full' },
  ],
  'Federation.Http': [
    text('BaseUrl'),
    oneOf('AuthType', 'None', 'Basic', 'Bearer', 'ApiKey'),
    text('UserId'),
    text('Password'),
    text('Token'),
    text('ApiKeyHeader', 'X-Api-Key'),
    whole('TimeoutSeconds', '30'),
  ],
};

export const isSystemType = (name: string): name is SystemType => Object.hasOwn(systemTypes, name);
