import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { isPermitted } from '#domain/rights/permission';
import { entriesWindowLogic } from '#machines/changes/change-windows.logic';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import { selectRows, selectSelection } from '#machines/table/collection.selectors';
import { SectionPicker } from '#ui/admin/changes/SectionPicker.tsx';
import { t } from '#ui/base/i18n.ts';
import { useShell } from '#ui/base/shell-context.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import type { ListProps } from '#ui/kit/table/base/table-extras.ts';
import { RollBackDialog } from './RollBackDialog.tsx';
import { sensitiveEntryOf } from './sensitive-entry.ts';

export const ROLL_BACK = 'security/sensitiveDataLog/rollback';

/** Which section is shown, and rolling the chosen changes back. */
export function SensitiveTools({ collection }: ListProps) {
  const selection = useSelector(collection, selectSelection);
  const rows = useSelector(collection, selectRows);
  const facts = useSelector(useShell(), permissionFacts, (a, b) => a.urls === b.urls);
  const window = useLeafActor(entriesWindowLogic, { id: 'rollBackSelected' });
  const rollBack = () => {
    const chosen = rows.filter(({ id }) => selection.includes(id)).map(sensitiveEntryOf);
    window.send({ type: 'disclosure.opened', shown: { ids: selection, resources: [...new Set(chosen.map(({ resource }) => resource))] } });
  };
  return (
    <>
      <SectionPicker collection={collection} />
      {isPermitted(ROLL_BACK, facts) && selection.length > 0 && (
        <Button leftSection={<IconArrowBackUp size={16} aria-hidden />} aria-haspopup="dialog" onClick={rollBack}>
          {t('changes.sensitive.rollBackSelected', { count: selection.length })}
        </Button>
      )}
      <RollBackDialog window={window} collection={collection} />
    </>
  );
}
