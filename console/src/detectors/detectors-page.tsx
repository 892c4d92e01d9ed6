import { Badge, Button, Card, Group, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch, IconTarget } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import classes from '../ui/card-list.module.css';
import { Empty } from '../ui/empty.tsx';
import { TextLink } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { byText } from '../ui/order.ts';
import { Page } from '../ui/page.tsx';
import { SortedCards } from '../ui/sorted-cards.tsx';
import { DetectorDialog } from './detector-dialog.tsx';
import { detectorsQuery, type Listed, titleOf, typeWords } from './queries.ts';

const orders = {
  Name: byText(titleOf),
  'What it finds': byText<Listed>((one) => typeWords[one.type].finds),
};

/** Networks that somebody has trained, with what they find. */
export function DetectorsPage() {
  const query = useQuery(detectorsQuery);
  const navigate = useNavigate();
  const [adding, { open, close }] = useDisclosure(false);
  const [find, setFind] = useState('');
  const wanted = find.trim().toLowerCase();
  const fits = (one: Listed) => `${titleOf(one)} ${one.name}`.toLowerCase().includes(wanted);
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      Add detector
    </Button>
  );
  return (
    <Page
      title="Detectors"
      about="Trained networks that find things in photos, maps and clouds: those of your organization, and what others have published."
      actions={add}
    >
      <Loaded query={query}>
        {(all) =>
          all.length === 0 ? (
            <div className="surface">
              <Empty
                icon={IconTarget}
                title="No detectors yet"
                text="A detector is a network in the format ONNX with the names of what it finds. Add one, try it on a picture, and use it in analyses."
              >
                {add}
              </Empty>
            </div>
          ) : (
            <>
              <TextInput
                mb="sm"
                maw={320}
                aria-label="Find detectors"
                placeholder="Find by name"
                leftSection={<IconSearch size={16} />}
                value={find}
                onChange={(event) => setFind(event.currentTarget.value)}
              />
              <SortedCards
                items={all.filter(fits)}
                orders={orders}
                card={(one) => <DetectorCard key={one.name} detector={one} />}
                of="detector"
                many="detectors"
              />
            </>
          )
        }
      </Loaded>
      {adding && (
        <DetectorDialog
          onClose={close}
          onMade={(name) => void navigate({ to: '/detectors/$name', params: { name } })}
        />
      )}
    </Page>
  );
}

const DetectorCard = ({ detector }: { readonly detector: Listed }) => (
  <Card component="li" withBorder padding="sm">
    <Group gap="sm" wrap="nowrap" align="flex-start" className={classes.name}>
      <IconTarget size={22} stroke={1.5} className={classes.cube} aria-hidden />
      <div className={classes.name}>
        <Group gap="xs">
          <Text fw={600} size="sm" component="h2">
            <TextLink to="/detectors/$name" params={{ name: detector.name }}>
              {titleOf(detector)}
            </TextLink>
          </Text>
          <Badge size="sm" variant="light" tt="none" color={detector.latestVersion ? 'teal' : 'gray'}>
            {detector.latestVersion ? `Version ${detector.latestVersion}` : 'No version yet'}
          </Badge>
        </Group>
        <Text size="xs" c="dimmed">
          {typeWords[detector.type].finds}
          {detector.description ? ` · ${detector.description}` : ''}
        </Text>
      </div>
    </Group>
  </Card>
);
