import { ActionIcon, Group, Loader, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import PdfWorker from 'pdfjs-dist/build/pdf.worker.mjs?worker';
import { useEffect, useRef, useState } from 'react';
import { ProblemNote } from '../ui/problem-note.tsx';
import classes from './files.module.css';

GlobalWorkerOptions.workerPort = new PdfWorker();

/** The pages of a PDF, one at a time, drawn here; only the parts that are needed are loaded. */
export function PdfPreview({ url, name }: { readonly url: string; readonly name: string }) {
  const query = useQuery({
    queryKey: ['pdf', url],
    queryFn: () => getDocument({ url }).promise,
    gcTime: 0,
    retry: false,
  });
  if (query.isError) return <ProblemNote error={new Error('This PDF cannot be shown. Download it to look at it.')} />;
  return query.data ? <Pages document={query.data} name={name} /> : <Loader m="md" aria-label="Loading" />;
}

function Pages({ document, name }: { readonly document: PDFDocumentProxy; readonly name: string }) {
  const [number, setNumber] = useState(1);
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = document.numPages;
  useEffect(() => {
    let drawing: { cancel(): void } | undefined;
    let gone = false;
    void draw();
    return () => {
      gone = true;
      drawing?.cancel();
    };
    async function draw() {
      const page = await document.getPage(number);
      const place = canvas.current;
      if (gone || !place) return;
      const viewport = page.getViewport({ scale: 1 });
      const scaled = page.getViewport({ scale: (1000 / viewport.width) * Math.min(2, window.devicePixelRatio) });
      place.width = scaled.width;
      place.height = scaled.height;
      const task = page.render({ canvas: place, viewport: scaled });
      drawing = task;
      await task.promise.catch(() => {}); // another page was asked for
    }
  }, [document, number]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={classes.preview} tabIndex={0}>
        <canvas ref={canvas} role="img" aria-label={`Page ${number} of ${name}`} />
      </div>
      <Group justify="center" gap="xs" mt={4}>
        <ActionIcon
          variant="default"
          aria-label="Page before"
          disabled={number === 1}
          onClick={() => setNumber(number - 1)}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <Text size="sm" role="status">
          Page {number} of {last}
        </Text>
        <ActionIcon
          variant="default"
          aria-label="Page after"
          disabled={number === last}
          onClick={() => setNumber(number + 1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
    </>
  );
}
