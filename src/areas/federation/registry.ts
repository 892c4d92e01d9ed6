import type { TwinFacts } from '../../api/ports/twins.ts';
import { builtInPackages, type PackageDefinition } from './definition.ts';

/** Organization id or `*` → unique names of packages or `*`. */
export type Subscriptions = Readonly<Record<string, readonly string[]>>;

/** The packages that this server has, and who has subscribed to them. */
export interface PackageRegistry {
  readonly all: readonly PackageDefinition[];
  /** Those of an organization, by name and unique name; null for people without one. */
  of(organizationId: string | null): readonly PackageDefinition[];
  find(organizationId: string | null, uniqueName: string): PackageDefinition | undefined;
}

export function packageBook(
  own: readonly PackageDefinition[],
  subscriptions: Subscriptions | undefined,
): PackageRegistry {
  const order = (a: PackageDefinition, b: PackageDefinition) =>
    compare(a.name, b.name) || compare(a.uniqueName, b.uniqueName);
  const all = [...builtInPackages, ...own].sort(order);
  const has = (organizationId: string | null, uniqueName: string): boolean => {
    if (subscriptions === undefined) return true;
    const names = [...(subscriptions['*'] ?? []), ...(subscriptions[organizationId ?? ''] ?? [])];
    return names.includes('*') || names.includes(uniqueName);
  };
  return {
    all,
    of: (organizationId) => all.filter(({ uniqueName }) => has(organizationId, uniqueName)),
    find(organizationId, uniqueName) {
      const found = all.find((one) => one.uniqueName === uniqueName);
      return found && has(organizationId, uniqueName) ? found : undefined;
    },
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A package that the owner of a twin has subscribed to. */
export const packageIn = (book: PackageRegistry, { ownerOrganizationId }: TwinFacts, uniqueName: string) =>
  book.find(ownerOrganizationId, uniqueName);
