import type { KeyboardEvent } from 'react';
import classes from './PartTabs.module.css';

interface PartTabsProps<Part extends string> {
  readonly label: string;
  readonly parts: readonly { readonly key: Part; readonly label: string }[];
  readonly part: Part;
  readonly onChoose: (part: Part) => void;
}

/** Which part is shown where there is room for one only; elsewhere it does not stand. */
export function PartTabs<Part extends string>({ label, parts, part, onChoose }: PartTabsProps<Part>) {
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next = by && parts.at((parts.findIndex(({ key }) => key === part) + by) % parts.length);
    if (!next) return;
    event.preventDefault();
    onChoose(next.key);
    event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-part="${next.key}"]`)?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className={classes.tabs}>
      {parts.map((one) => (
        <button
          key={one.key}
          type="button"
          role="tab"
          data-part={one.key}
          aria-selected={one.key === part}
          tabIndex={one.key === part ? 0 : -1}
          onClick={() => onChoose(one.key)}
          onKeyDown={step}
        >
          {one.label}
        </button>
      ))}
    </div>
  );
}
