import { Button } from '@mantine/core';
import type { NeededRight } from '#domain/rights/needed-rights';
import { t } from '../../../base/i18n.ts';
import classes from './rule-tree.module.css';

interface NeededRightLineProps {
  readonly needed: NeededRight;
  readonly isReadOnly: boolean;
  readonly onGive: (id: number) => void;
}

/** What is lacking beside a chosen right, and a press that gives it. */
export function NeededRightLine({ needed: { page, other, right }, isReadOnly, onGive }: NeededRightLineProps) {
  const words = right ? `${other.title} → ${right.title}` : other.title;
  return (
    <p className={classes.needed}>
      {t('rights.needed', { section: page.title, right: words })}
      {right && !isReadOnly && (
        <Button size="compact-sm" variant="default" onClick={() => onGive(right.id)}>
          {t('rights.give', { right: words })}
        </Button>
      )}
    </p>
  );
}
