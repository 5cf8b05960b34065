import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectIsRecordDirty, type RecordFormRef } from '#machines/table/record-form.machine';
import { t } from '../../base/i18n.ts';
import classes from './form.module.css';

/** The records beside one in its list, and what opens one. */
export interface Neighbours {
  readonly before: number | null;
  readonly after: number | null;
  readonly onOpen: (id: number) => void;
}

interface RecordTitleProps {
  readonly form: RecordFormRef;
  readonly neighbours: Neighbours | undefined;
  readonly children: string;
}

/** Which record is open, and the way to those beside it; what was typed is saved or given up first. */
export function RecordTitle({ form, neighbours, children }: RecordTitleProps) {
  const isDirty = useSelector(form, selectIsRecordDirty);
  const named = (
    <span className={classes.named} title={children}>
      {children}
    </span>
  );
  if (!neighbours) return named;
  const steps = [
    [neighbours.before, t('resources.kit.form.previous'), IconChevronUp],
    [neighbours.after, t('resources.kit.form.next'), IconChevronDown],
  ] as const;
  return (
    <span className={classes.titled}>
      {named}
      <span className={classes.steps}>
        {steps.map(([id, label, Icon]) => (
          <ActionIcon
            key={label}
            variant="subtle"
            color="gray"
            size={28}
            aria-label={label}
            title={isDirty ? t('resources.kit.form.unsaved') : label}
            disabled={id === null || isDirty}
            onClick={() => id !== null && neighbours.onOpen(id)}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        ))}
      </span>
    </span>
  );
}
