import { Badge, Button, Group, Menu, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconArrowLeft,
  IconDownload,
  IconPencil,
  IconPlus,
  IconTrash,
  IconWorld,
  IconWorldOff,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { useChange } from '../ui/change.tsx';
import { confirm } from '../ui/confirm.tsx';
import { HiddenHead } from '../ui/hidden-head.tsx';
import { TextLink } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Time } from '../ui/time.tsx';
import { VersionDialog } from './detector-dialog.tsx';
import {
  type Detector,
  detectorQuery,
  publishVersion,
  removeDetector,
  removeVersion,
  titleOf,
  typeWords,
  type Version,
} from './queries.ts';
import { TextsDialog } from './texts-dialog.tsx';
import { TrialPanel } from './trial-panel.tsx';

const route = getRouteApi('/detectors/$name');

/** One detector: what it finds, its versions, and a trial on a picture. */
export function DetectorPage() {
  const { name } = route.useParams();
  const query = useQuery(detectorQuery(name));
  return <Loaded query={query}>{(detector) => <Opened detector={detector} />}</Loaded>;
}

function Opened({ detector }: { readonly detector: Detector }) {
  const { versions, type, description } = detector;
  const ready = versions.filter(({ status }) => status === 'Ready');
  const [newest] = versions;
  return (
    <Page
      title={titleOf(detector)}
      about={[typeWords[type].finds, description].filter(Boolean).join(' · ')}
      actions={<Actions detector={detector} />}
    >
      <TextLink to="/detectors" size="sm">
        <IconArrowLeft size={12} /> All detectors
      </TextLink>
      {newest && (
        <Group gap={6} mt="sm" mb="md" component="ul" p={0} aria-label="What it finds" style={{ listStyle: 'none' }}>
          {newest.capabilities.labels.map((label) => (
            <li key={label}>
              <Badge variant="light" tt="none" color="teal">
                {label}
              </Badge>
            </li>
          ))}
        </Group>
      )}
      <Versions detector={detector} />
      {type === 'PointCloudSegmentationDetector' ? (
        <Text size="sm" c="dimmed" mt="md">
          A detector of point clouds is tried by an analysis of a cloud.
        </Text>
      ) : (
        ready.length > 0 && <TrialPanel detector={detector} versions={ready} />
      )}
    </Page>
  );
}

function Actions({ detector }: { readonly detector: Detector }) {
  const navigate = useNavigate();
  const [adding, add] = useDisclosure(false);
  const [editing, edit] = useDisclosure(false);
  const remove = useChange({
    run: () => removeDetector(detector.name),
    stale: [['detectors']],
    says: () => `${titleOf(detector)} deleted.`,
    done: () => void navigate({ to: '/detectors' }),
  });
  const ask = () =>
    confirm({
      title: `Delete ${titleOf(detector)}?`,
      text: 'All its versions and their packages are gone for good. Results that were made with it stay.',
      verb: 'Delete',
      onConfirm: () => remove.mutate(),
    });
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} variant="default" onClick={add.open}>
        New version
      </Button>
      <ActionsMenu of={titleOf(detector)}>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={edit.open}>
          Change name and description
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={ask}>
          Delete
        </Menu.Item>
      </ActionsMenu>
      {adding && <VersionDialog detector={detector} onClose={add.close} />}
      {editing && <TextsDialog detector={detector} onClose={edit.close} />}
    </>
  );
}

const Versions = ({ detector }: { readonly detector: Detector }) => (
  <Sheet label="Versions">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Version</Table.Th>
        <Table.Th>State</Table.Th>
        <Table.Th visibleFrom="sm">Finds</Table.Th>
        <Table.Th visibleFrom="sm">Added</Table.Th>
        <HiddenHead text="Actions" />
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {detector.versions.map((version) => (
        <VersionRow key={version.versionNumber} {...{ detector, version }} />
      ))}
      {detector.versions.length === 0 && (
        <Table.Tr>
          <Table.Td colSpan={5}>
            <Text size="sm" c="dimmed">
              No version yet. Add one with its package.
            </Text>
          </Table.Td>
        </Table.Tr>
      )}
    </Table.Tbody>
  </Sheet>
);

function VersionRow({ detector, version }: { readonly detector: Detector; readonly version: Version }) {
  const { versionNumber: number, status, capabilities, creationDate, downloadUrl } = version;
  const { name } = detector;
  const stale = [['detectors']];
  const remove = useChange({ run: () => removeVersion(name, number), stale, says: () => `Version ${number} deleted.` });
  const publish = useChange({
    run: (on: boolean) => publishVersion(name, number, on),
    stale,
    says: (_, on) => (on ? 'Everybody on this server can use it now.' : 'It is for your organization only again.'),
  });
  const ask = () =>
    confirm({
      title: `Delete version ${number}?`,
      text: 'Its package is gone for good. Analyses that wait for it will fail.',
      verb: 'Delete',
      onConfirm: () => remove.mutate(),
    });
  const isReady = status === 'Ready';
  return (
    <Table.Tr>
      <Table.Td fw={500}>{number}</Table.Td>
      <Table.Td>
        <Badge size="sm" variant="light" tt="none" color={isReady ? 'teal' : 'gray'}>
          {isReady ? 'Ready' : 'Waits for its package'}
        </Badge>
      </Table.Td>
      <Table.Td visibleFrom="sm" className="long">
        {capabilities.labels.join(', ')}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Time iso={creationDate} />
      </Table.Td>
      <Table.Td ta="right">
        <ActionsMenu of={`version ${number}`}>
          {downloadUrl && (
            <Menu.Item component="a" href={downloadUrl} download leftSection={<IconDownload size={16} />}>
              Download the package
            </Menu.Item>
          )}
          {isReady && (
            <>
              <Menu.Item leftSection={<IconWorld size={16} />} onClick={() => publish.mutate(true)}>
                Publish for everybody
              </Menu.Item>
              <Menu.Item leftSection={<IconWorldOff size={16} />} onClick={() => publish.mutate(false)}>
                Take back from everybody
              </Menu.Item>
            </>
          )}
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={ask}>
            Delete
          </Menu.Item>
        </ActionsMenu>
      </Table.Td>
    </Table.Tr>
  );
}
