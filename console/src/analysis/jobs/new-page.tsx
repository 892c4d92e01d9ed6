import { Card, SimpleGrid, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { TextLink } from '../../ui/links.tsx';
import { Page } from '../../ui/page.tsx';
import { type Want, wants } from '../wants.ts';
import classes from './jobs.module.css';
import { NewForm } from './new-form.tsx';

const route = getRouteApi('/twins/$twinId/analysis/new');

/** First what one wants to know, then of what. */
export function NewAnalysisPage() {
  const { twinId } = route.useParams();
  const { want: key } = route.useSearch();
  const want = wants.find((one) => one.key === key);
  return (
    <Page title={want ? want.title : 'What do you want to know?'} about={want?.about}>
      {want ? (
        <>
          <TextLink to="/twins/$twinId/analysis/new" params={{ twinId }} size="sm">
            <IconArrowLeft size={12} /> Something else
          </TextLink>
          <NewForm key={want.key} want={want} twinId={twinId} />
        </>
      ) : (
        <Choice />
      )}
    </Page>
  );
}

const isCheck = ({ key }: Want): boolean => key.startsWith('check-');

function Choice() {
  return (
    <>
      <Group of={wants.filter((one) => !isCheck(one))} />
      <Text component="h2" fw={600} size="sm" mt="lg" mb="xs">
        How good is what was found?
      </Text>
      <Group of={wants.filter(isCheck)} />
    </>
  );
}

function Group({ of }: { readonly of: readonly Want[] }) {
  const { twinId } = route.useParams();
  return (
    <SimpleGrid component="ul" cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm" className={classes.choice ?? ''}>
      {of.map(({ key, title, about }) => (
        <Card key={key} component="li" withBorder padding="sm">
          <TextLink to="/twins/$twinId/analysis/new" params={{ twinId }} search={{ want: key }} fw={600} size="sm">
            {title}
          </TextLink>
          <Text size="xs" c="dimmed" mt={4}>
            {about}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}
