import { List, Stack, Text } from '@mantine/core';
import { Side } from '../ui/dialog.tsx';
import { byArea } from './explain.ts';
import { permissionText } from './permissions.ts';
import type { Role } from './queries.ts';

/** What a role gives, in words. */
export const RoleDrawer = ({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) => (
  <Side onClose={onClose} title={`What may a ${role.displayName} do?`}>
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {role.description}
      </Text>
      {role.permissions.length === 0 && <Text size="sm">Nothing: the role gives no permission.</Text>}
      {byArea(role.permissions, (one) => one).map(([area, names]) => (
        <section key={area}>
          <Text component="h3" size="sm" fw={600} mb={4}>
            {area}
          </Text>
          <List size="sm" spacing={2}>
            {names.map((name) => (
              <List.Item key={name} title={name}>
                {permissionText(name)}
              </List.Item>
            ))}
          </List>
        </section>
      ))}
    </Stack>
  </Side>
);
