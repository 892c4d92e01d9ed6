import { Loader, Paper, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serverAway, serverBack } from '../platform/connection.ts';
import { useSignal } from '../platform/signal.ts';
import classes from './shell.module.css';

/** Says that the server cannot be reached; when it can, what is shown is read again. */
export function ServerAway() {
  const away = useSignal(serverAway);
  const client = useQueryClient();
  useEffect(() => {
    const gone = () => void serverBack();
    window.addEventListener('offline', gone);
    return () => window.removeEventListener('offline', gone);
  }, []);
  useEffect(() => {
    if (away) return () => void client.invalidateQueries();
    return undefined;
  }, [away, client]);
  if (!away) return null;
  return (
    <Paper role="status" className={classes.away} shadow="md" withBorder>
      <Loader size={14} />
      <Text size="sm">The server does not answer. Everything goes on by itself when it does.</Text>
    </Paper>
  );
}
