import { Alert, Code, List, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { Dialog } from '../ui/dialog.tsx';
import { TextLink } from '../ui/links.tsx';

const local = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** How a spreadsheet or a BI program opens a feed. */
export function OpenDialog({ address, onClose }: { readonly address: string; readonly onClose: () => void }) {
  const { twinId = '' } = useParams({ strict: false });
  const { protocol, hostname } = new URL(address);
  return (
    <Dialog onClose={onClose} size="lg" title="Open the feed in a spreadsheet or a BI program">
      <Text component="h3" fw={600} size="sm" mb={4}>
        A name and a password for the program, once
      </Text>
      <List type="ordered" size="sm" spacing={4} mb="md">
        <List.Item>
          Register a service application under{' '}
          <TextLink to="/applications" underline="always">
            Applications
          </TextLink>
          . Keep its client id and its secret.
        </List.Item>
        <List.Item>
          Invite it by its e-mail address under{' '}
          <TextLink to="/twins/$twinId/members" params={{ twinId }} underline="always">
            Members
          </TextLink>
          , with a role that may read models or files.
        </List.Item>
        <List.Item>Let that role use the package, on the page of the package.</List.Item>
      </List>
      <Text component="h3" fw={600} size="sm" mb={4}>
        In the program
      </Text>
      <List type="ordered" size="sm" spacing={4} mb="md">
        <List.Item>
          Choose Data, Get data, From other sources, From OData feed; in a BI program Get data, OData feed.
        </List.Item>
        <List.Item>Give the address of the feed to choose among its sets, or the address of chosen rows.</List.Item>
        <List.Item>
          Choose <b>Basic</b>; the user name is the client id, the password is the secret.
        </List.Item>
      </List>
      {protocol === 'http:' && !local.test(hostname) && (
        <Alert variant="light" color="orange" icon={<IconLock size={18} />} mb="md">
          This server is reached without https. Programs on other machines cannot sign in with a client id and a secret
          until its operator sets up https.
        </Alert>
      )}
      <Text size="sm">
        A program that can send a token may use that of a person:{' '}
        <Code>OData.Feed(address, null, [Headers=[Authorization="Bearer …"]])</Code>.
      </Text>
    </Dialog>
  );
}
