import { useEffect, useRef } from 'react';
import type { Stage } from '../../../ui/stage/scene/stage.ts';
import classes from './issues.module.css';
import type { Issues } from './use-issues.ts';

/** Signs in the picture, at the places of issues; each leads to its form. */
export function Pins({ stage, issues }: { readonly stage: Stage | undefined; readonly issues: Issues }) {
  const { pins } = issues;
  const signs = useRef(new Map<string, HTMLButtonElement>());
  useEffect(() => {
    const end = stage?.onFrame(() => {
      for (const { form, point } of pins) {
        const sign = signs.current.get(form.id);
        const at = stage.pixelOf(point);
        if (!sign) continue;
        sign.style.visibility = at ? 'visible' : 'hidden';
        if (at) sign.style.transform = `translate(${at.x}px, ${at.y}px) translate(-50%, -100%)`;
      }
    });
    stage?.redraw();
    return end;
  }, [stage, pins]);
  if (pins.length === 0) return null;
  return (
    <section className={classes.pins} aria-label="Issues in the picture">
      {pins.map(({ form }) => (
        <button
          key={form.id}
          type="button"
          ref={(sign) => {
            if (sign) signs.current.set(form.id, sign);
            return () => void signs.current.delete(form.id);
          }}
          className={classes.pin}
          data-state={form.state}
          data-chosen={form.id === issues.chosen || undefined}
          title={`${form.number} ${form.subject ?? ''}`}
          aria-label={`Issue ${form.number} ${form.subject ?? ''}`}
          onClick={() => void issues.open(form)}
        >
          <svg viewBox="0 0 24 30" width="24" height="30" aria-hidden="true">
            <path d="M12 29C5 19 2 15 2 10.5a10 10 0 1 1 20 0C22 15 19 19 12 29Z" />
            <circle cx="12" cy="10.5" r="4" />
          </svg>
        </button>
      ))}
    </section>
  );
}
