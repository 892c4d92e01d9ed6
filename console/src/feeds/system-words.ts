/** A property of a system in words; those of other programs keep their names. */
interface Words {
  readonly label: string;
  readonly about?: string;
}

const words: Readonly<Record<string, Words>> = {
  Server: { label: 'Host', about: 'As in db.example.org, without a port.' },
  Database: { label: 'Database' },
  UserId: { label: 'User', about: 'Give it no right but to read.' },
  Password: { label: 'Password' },
  CommandTimeout: { label: 'Longest query, in seconds', about: '60 at most.' },
  Provider: { label: 'Kind of database' },
  Port: { label: 'Port' },
  Schema: { label: 'Schema' },
  Ssl: { label: 'Encryption' },
  BaseUrl: { label: 'Base address', about: 'All calls go to addresses below it.' },
  AuthType: { label: 'Signs in with' },
  Token: { label: 'Token or key' },
  ApiKeyHeader: { label: 'Header of the key' },
  TimeoutSeconds: { label: 'Longest call, in seconds', about: '60 at most.' },
};

const values: Readonly<Record<string, string>> = {
  'verify-full': 'TLS, certificate verified',
  require: 'TLS, certificate not verified',
  disable: 'None',
  None: 'Nothing',
  Basic: 'User and password',
  Bearer: 'A token',
  ApiKey: 'A key in a header',
  SQLite: 'SQLite, a file of this twin',
};

const types: Readonly<Record<string, string>> = { 'Federation.Sql': 'Database', 'Federation.Http': 'Web service' };

export const systemTypeName = (type: string): string => types[type] ?? type;
export const propertyWords = (name: string): Words => words[name] ?? { label: name };
export const valueWords = (value: string): string => values[value] ?? value;

/** Whether a property is asked for, given what was chosen before it. */
export function isAsked(name: string, given: Readonly<Record<string, string>>): boolean {
  if (name === 'IntegratedSecurity') return false; // the server refuses it
  if (given.Provider === 'SQLite') return name === 'Provider' || name === 'Database';
  const auth = given.AuthType;
  if (auth === undefined) return true;
  if (name === 'UserId' || name === 'Password') return auth === 'Basic';
  if (name === 'Token') return auth === 'Bearer' || auth === 'ApiKey';
  return name !== 'ApiKeyHeader' || auth === 'ApiKey';
}

/** What comes first: the choice that decides what else is asked for. */
export const inOrder = <T extends { readonly name: string }>(properties: readonly T[]): readonly T[] => {
  const first = properties.filter(({ name }) => name === 'Provider');
  return [...first, ...properties.filter((one) => !first.includes(one))];
};
