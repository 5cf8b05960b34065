import { Button, CopyButton } from '@mantine/core';
import { t } from '../../../base/i18n.ts';
import classes from './trial.module.css';

/** Lines that somebody takes along. */
export const CodeBlock = ({ name, text }: { readonly name: string; readonly text: string }) => (
  <figure className={classes.code}>
    <figcaption>
      {name}
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="subtle" size="compact-xs" onClick={copy}>
            {t(copied ? 'apiTrial.copied' : 'apiTrial.copy')}
          </Button>
        )}
      </CopyButton>
    </figcaption>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is long is scrolled by keys as well */}
    <pre tabIndex={0} aria-label={name}>
      {text}
    </pre>
  </figure>
);
