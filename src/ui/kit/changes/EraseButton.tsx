import { Button } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { use } from 'react';
import { selectStart } from '#machines/shell/admin-shell.machine';
import { t } from '../../base/i18n.ts';
import { ShellContext } from '../../base/shell-context.ts';
import { ErasureContext } from './erasure-context.ts';

interface EraseButtonProps {
  readonly resource: string;
  readonly id: number;
  /** What the record is called. */
  readonly title: string;
}

/** The way to take everything that a record was out of the journal; super administrators alone have it. */
export function EraseButton({ resource, id, title }: EraseButtonProps) {
  const isSuper = useSelector(
    use(ShellContext) ?? undefined,
    (snapshot) => snapshot !== undefined && selectStart(snapshot)?.admin.super === true,
  );
  const window = use(ErasureContext);
  if (!isSuper || !window) return null;
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      leftSection={<IconEraser size={14} aria-hidden />}
      aria-haspopup="dialog"
      aria-label={t('changes.erasure.openLabel', { title })}
      onClick={() => window.send({ type: 'disclosure.opened', shown: { resource, id } })}
    >
      {t('changes.erasure.open')}
    </Button>
  );
}
