import { Button } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectIsBackupAsked, type SystemStatusRef } from '#machines/observe/system-status.machine';
import { t } from '../../base/i18n.ts';

/** Has a backup made now; above the list of them, or where it is said that there is none. */
export function MakeBackup({ system }: { readonly system: SystemStatusRef }) {
  const isAsked = useSelector(system, selectIsBackupAsked);
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconDatabaseExport size={16} aria-hidden />}
      aria-busy={isAsked}
      onClick={() => system.send({ type: 'backup.requested' })}
    >
      {t('system.makeBackup')}
    </Button>
  );
}
