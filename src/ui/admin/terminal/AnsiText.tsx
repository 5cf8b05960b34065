import Anser from 'anser';
import { memo } from 'react';
import classes from './AnsiText.module.css';

const ESCAPE = '\u001b';
const KNOWN_STYLES: ReadonlySet<string> = new Set(['bold', 'dim', 'italic', 'underline']);

export const hasColours = (text: string): boolean => text.includes(ESCAPE);

/** One line of output in the colours it asks for, as the page's own, legible ones; read once, as long as the line is in sight. */
export const AnsiText = memo(function AnsiText({ text }: { readonly text: string }) {
  const parts = Anser.ansiToJson(text, { json: true, use_classes: true, remove_empty: true });
  return parts.map(({ content, fg, bg, decorations }, index) => (
    <span
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a line never change their order
      key={index}
      className={classes.part}
      data-color={fg ?? undefined}
      data-ground={bg ?? undefined}
      data-style={decorations.filter((one) => KNOWN_STYLES.has(one)).join(' ') || undefined}
    >
      {content}
    </span>
  ));
});
