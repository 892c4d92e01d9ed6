import { ScrollArea, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { givableRolesQuery, type Role } from '../members/queries.ts';
import { Problem } from '../platform/problem.ts';
import { useChange } from '../ui/change.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { letUse } from './actions.ts';
import { assignmentsQuery } from './queries.ts';

interface OfPackage {
  readonly twinId: string;
  readonly uniqueName: string;
}

/** What a role must let its people read for a package to show them anything. */
const reads: Readonly<Record<string, readonly [what: string, ...permissions: readonly string[]]>> = {
  TWIN_MODELS: ['models', 'models_read', 'models_webview'],
  TWIN_TABLES: ['files', 'storage_read'],
};

/** Which roles of the twin may use a package. */
export function PackageRoles({ twinId, uniqueName }: OfPackage) {
  const assignments = useQuery(assignmentsQuery(twinId, uniqueName));
  const roles = useQuery(givableRolesQuery(twinId));
  const refused = assignments.error instanceof Problem && assignments.error.status === 403;
  return (
    <section>
      <Text component="h2" fw={600} size="sm">
        Who may use it
      </Text>
      <Text size="xs" c="dimmed" mb="sm">
        Owners of the twin and administrators always may. Nobody sees more than their roles let them read.
      </Text>
      {refused ? (
        <Text size="sm">Whoever manages integrations and roles in this twin can see and change it.</Text>
      ) : (
        <Loaded query={assignments} lines={2}>
          {(assigned) => (
            <Loaded query={roles} lines={2}>
              {({ own, ofAccount }) => (
                <ScrollArea.Autosize mah={360} type="auto" offsetScrollbars>
                  <Stack gap="xs">
                    {[...own, ...ofAccount].map((role) => (
                      <RoleSwitch
                        key={role.id}
                        twinId={twinId}
                        uniqueName={uniqueName}
                        role={role}
                        may={assigned.some(({ twinRoleId }) => twinRoleId === role.id)}
                      />
                    ))}
                  </Stack>
                </ScrollArea.Autosize>
              )}
            </Loaded>
          )}
        </Loaded>
      )}
    </section>
  );
}

function RoleSwitch({ twinId, uniqueName, role, may }: OfPackage & { readonly role: Role; readonly may: boolean }) {
  const change = useChange({
    run: (next: boolean) => letUse(twinId, uniqueName, role.id, next),
    stale: [
      ['feeds', twinId, 'assignments'],
      ['feeds', twinId, 'packages'],
    ],
  });
  const [what, ...permissions] = reads[uniqueName] ?? [''];
  const readsIt = permissions.length === 0 || permissions.some((one) => role.permissions.includes(one));
  const isOwner = role.type === 'Default' && role.displayName === 'Owner';
  return (
    <Switch
      size="sm"
      label={role.displayName}
      description={isOwner ? 'Always may.' : readsIt ? undefined : `This role alone does not let anybody read ${what}.`}
      checked={isOwner || may}
      disabled={change.isPending || isOwner}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}
