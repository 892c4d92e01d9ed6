import { Button, Center, MantineProvider, Stack, Text, Title } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary, type ErrorComponentProps, RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClient } from '../platform/query-client.ts';
import { nonce } from '../platform/settings.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import { Brand } from './brand.tsx';
import { router } from './router.tsx';
import { ServerAway } from './server-away.tsx';
import { SessionOver } from './session-over.tsx';
import { cssVariables, theme } from './theme.ts';
import { PageDrops } from './uploads/page-drops.tsx';
import { UploadTray } from './uploads/tray.tsx';

/** The console, for who is signed in. */
export function ConsoleApp() {
  return (
    <Look>
      <QueryClientProvider client={queryClient}>
        <ModalsProvider modalProps={{ centered: true }}>
          <Notifications position="bottom-left" limit={4} />
          <CatchBoundary getResetKey={() => 'page'} errorComponent={Crash}>
            <RouterProvider router={router} />
          </CatchBoundary>
          <CatchBoundary getResetKey={() => 'uploads'} errorComponent={() => null}>
            <UploadTray />
            <PageDrops />
            <ServerAway />
            <SessionOver />
          </CatchBoundary>
        </ModalsProvider>
      </QueryClientProvider>
    </Look>
  );
}

/** In the place of a page that cannot be shown at all; uploads go on beside it. */
const Crash = ({ error, reset }: ErrorComponentProps) => (
  <Center component="main" mih="100vh" p="md">
    <ProblemNote error={error} onRetry={reset} />
  </Center>
);

/** Shown where the console cannot start: the sign-in was refused, or the server does not answer. */
export function Trouble({ error }: { readonly error: unknown }) {
  return (
    <Notice title="You are not signed in">
      <Text role="alert">{error instanceof Error ? error.message : String(error)}</Text>
      <Button component="a" href="/console">
        Try again
      </Button>
    </Notice>
  );
}

/** In a tab that was opened to sign in again, where the browser does not close it. */
export const SignedInAgain = () => (
  <Notice title="You are signed in again">
    <Text c="dimmed">Close this tab and go on in the one that you came from.</Text>
  </Notice>
);

export function SignedOut() {
  return (
    <Notice title="You are signed out">
      <Text c="dimmed">Uploads that were under way can be resumed after you have signed in again.</Text>
      <Button component="a" href="/console">
        Sign in
      </Button>
    </Notice>
  );
}

function Notice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Look>
      <Center component="main" mih="100vh" p="md">
        <Stack maw={420} align="flex-start">
          <Brand />
          <Title order={1} size="h3">
            {title}
          </Title>
          {children}
        </Stack>
      </Center>
    </Look>
  );
}

const Look = ({ children }: { readonly children: ReactNode }) => (
  <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto" getStyleNonce={nonce}>
    {children}
  </MantineProvider>
);
