import type { Icon } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './library.module.css';
import type { Thumbnail } from './queries.ts';

/** The picture of a component or catalog, or a sign of what it is. */
export function Picture(props: { readonly thumbnail: Thumbnail | undefined; readonly sign: Icon }) {
  const { thumbnail, sign: Sign } = props;
  const address = thumbnail?._links.thumbnail?.href;
  const [broken, setBroken] = useState<string>();
  return (
    <div className={classes.picture}>
      {address && address !== broken ? (
        <img src={address} alt="" loading="lazy" decoding="async" onError={() => setBroken(address)} />
      ) : (
        <Sign size={44} stroke={1} aria-hidden />
      )}
    </div>
  );
}
