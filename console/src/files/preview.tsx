import { Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { StoredFile } from '../platform/files.ts';
import { loaded } from '../platform/late-page.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import classes from './files.module.css';
import { previewOf } from './kinds.ts';

const PdfPreview = lazy(async () => ({ default: (await loaded(() => import('./pdf-preview.tsx'))).PdfPreview }));

/** A look at a file, where the browser can show it. */
export function Preview({ file, url }: { readonly file: StoredFile; readonly url: string }) {
  const kind = file.size > 0 ? previewOf(file.displayName) : undefined;
  if (kind === 'image') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <div className={classes.preview} tabIndex={0}>
        <img src={url} alt={file.displayName} />
      </div>
    );
  }
  if (kind === 'pdf') {
    return (
      <Suspense fallback={<Loader m="md" aria-label="Loading" />}>
        <PdfPreview url={url} name={file.displayName} />
      </Suspense>
    );
  }
  return kind === 'text' ? <TextPreview url={url} size={file.size} /> : null;
}

const shownBytes = 16_384;

function TextPreview({ url, size }: { readonly url: string; readonly size: number }) {
  const query = useQuery({
    queryKey: ['beginning', url],
    async queryFn() {
      const response = await fetch(url, { headers: { Range: `bytes=0-${shownBytes - 1}` } });
      if (!response.ok) throw new Error('The content cannot be read.');
      return response.text();
    },
  });
  if (query.isError) return <ProblemNote error={query.error} />;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={classes.text} tabIndex={0}>
        {query.data ?? '…'}
      </pre>
      {size > shownBytes && (
        <Text size="xs" c="dimmed">
          The first {shownBytes / 1024} KiB are shown.
        </Text>
      )}
    </>
  );
}
