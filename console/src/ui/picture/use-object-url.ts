import { useEffect, useState } from 'react';

/** An address of this page for some content, for as long as it is shown. */
export function useObjectUrl(content: Blob | null | undefined): string | undefined {
  const [made, make] = useState<{ readonly of: Blob; readonly url: string }>();
  useEffect(() => {
    if (!content) return;
    const url = URL.createObjectURL(content);
    make({ of: content, url });
    return () => URL.revokeObjectURL(url);
  }, [content]);
  return made?.of === content ? made?.url : undefined;
}
