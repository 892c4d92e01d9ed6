import { Alert, Button, Card, Code, Grid, Group, Mark, Stack, Text, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Facts } from '../ui/facts.tsx';
import { bytes, dateTime } from '../ui/format.ts';
import { TextLink } from '../ui/links.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Page } from '../ui/page.tsx';
import { useCopyLink } from '../ui/use-copy-link.ts';
import { requestQuery, type WholeEntry } from './queries.ts';
import classes from './requests.module.css';
import { StatusBadge } from './status-badge.tsx';

const route = getRouteApi('/requests/$requestId');

/** One request: why it was refused, what it made, and how to ask the same again. */
export function RequestPage() {
  const { requestId } = route.useParams();
  return <Loaded query={useQuery(requestQuery(requestId))}>{(entry) => <Whole entry={entry} />}</Loaded>;
}

function Whole({ entry }: { readonly entry: WholeEntry }) {
  const copy = useCopyLink();
  const { curl } = entry;
  return (
    <Page
      title={`${entry.method} ${entry.path}`}
      about={
        <Group gap="xs">
          <StatusBadge status={entry.status} />
          {entry.code}
        </Group>
      }
      actions={
        curl && (
          <Button
            variant="default"
            leftSection={<IconCopy size={16} />}
            onClick={() => copy(curl, 'The command is copied. It takes a token from TWIN_TOKEN.')}
          >
            Copy as curl
          </Button>
        )
      }
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            {entry.limited && (
              <Alert variant="light">
                This call belongs to somebody else: only what your application asked for is shown.
              </Alert>
            )}
            {entry.meaning && <Refusal entry={entry} />}
            <Body title="Request body" body={entry.requestBody} />
            <Body title="Answer" body={entry.responseBody} />
            {curl && (
              <section>
                <Title order={2} size="sm" mb={4}>
                  The same again
                </Title>
                <Code block className={classes.code ?? ''} tabIndex={0}>
                  {curl}
                </Code>
              </section>
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Card withBorder padding="md">
            <FactsOf entry={entry} />
          </Card>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

const Refusal = ({ entry }: { readonly entry: WholeEntry }) => (
  <Alert variant="light" color="orange" title={entry.message ?? 'What this means'}>
    <Text size="sm">{entry.meaning}</Text>
    {entry.details.map((detail) => (
      <Text key={`${detail.code} ${detail.target}`} size="sm">
        <Code>{detail.target ?? 'The whole'}</Code> {detail.code}
      </Text>
    ))}
  </Alert>
);

function Body({ title, body }: { readonly title: string; readonly body: WholeEntry['requestBody'] }) {
  if (!body) return null;
  return (
    <section>
      <Title order={2} size="sm" mb={4}>
        {title}, {bytes(body.bytes)}
      </Title>
      {body.text && (
        <Text size="sm" c="dimmed">
          {body.text}
        </Text>
      )}
      {body.json !== null && (
        <Code block className={classes.code ?? ''} tabIndex={0}>
          <Marked text={JSON.stringify(body.json, null, 2)} />
        </Code>
      )}
    </section>
  );
}

const left = /("\[(?:redacted|undeclared)\]")/;

/** What was left out is marked. */
const Marked = ({ text }: { readonly text: string }) =>
  text.split(left).map((part, at) =>
    left.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
      <Mark key={at} className={classes.redacted ?? ''}>
        {part}
      </Mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
      <Fragment key={at}>{part}</Fragment>
    ),
  );

function FactsOf({ entry }: { readonly entry: WholeEntry }) {
  const { twinId, retryOf, rateLimit } = entry;
  return (
    <Facts
      facts={[
        ['Operation', entry.operationId],
        ['When', dateTime(entry.dateTime)],
        ['Took', `${entry.durationMs} ms`],
        ['Query', entry.query && <code key="query">{entry.query}</code>],
        ['Sent and answered', `${bytes(entry.requestBytes)}, ${bytes(entry.responseBytes)}`],
        [
          'Application',
          <TextLink key="application" to="/requests" search={{ clientId: entry.clientId }}>
            {entry.clientId}
          </TextLink>,
        ],
        ['User', entry.userId && <code key="user">{entry.userId}</code>],
        ['From', [entry.address, entry.userAgent].filter((one) => one !== null).join(', ')],
        [
          'Twin',
          twinId && (
            <TextLink key="twin" to="/twins/$twinId" params={{ twinId }}>
              {twinId}
            </TextLink>
          ),
        ],
        ['Rate limit', rateLimit && `${rateLimit.used} of ${rateLimit.limit} this ${rateLimit.window}`],
        [
          'Repeats',
          retryOf && (
            <TextLink key="retry" to="/requests/$requestId" params={{ requestId: retryOf }}>
              {retryOf}
            </TextLink>
          ),
        ],
        [
          'Jobs',
          entry.jobs.length > 0 && (
            <TextLink key="jobs" to="/jobs">
              {entry.jobs.join(', ')}
            </TextLink>
          ),
        ],
        ['Events', entry.events.map(({ eventType }) => eventType).join(', ')],
        ['Trace', entry.traceId && <code key="trace">{entry.traceId}</code>],
        [
          'Correlation id',
          <TextLink key="correlation" to="/requests" search={{ correlationId: entry.correlationId }}>
            {entry.correlationId}
          </TextLink>,
        ],
        ['Stands for', entry.sampled > 1 && `${entry.sampled} requests like it`],
        ['Id', <code key="id">{entry.id}</code>],
      ]}
    />
  );
}
