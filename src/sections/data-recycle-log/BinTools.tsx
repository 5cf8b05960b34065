import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { isPermitted } from '#domain/rights/permission';
import type { BinContent } from '#domain/changes/bin-content';
import { selectBinContent } from '#machines/changes/bin-sections.machine';
import { entriesWindowLogic } from '#machines/changes/change-windows.logic';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import { selectRows, selectSelection } from '#machines/table/collection.selectors';
import classes from '#ui/admin/changes/entries.module.css';
import { t } from '#ui/base/i18n.ts';
import { useShell } from '#ui/base/shell-context.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import type { ListProps } from '#ui/kit/table/base/table-extras.ts';
import { useBin } from './bin-context.ts';
import { binEntryOf } from './bin-entry.ts';
import { BinChips } from './BinChips.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';

export const RESTORE = 'security/dataRecycleLog/restore';

/** How long records stay. */
export const BinNote = () => <p className={`${classes.note} ${classes.aside}`}>{keptText(useSelector(useBin(), selectBinContent))}</p>;

/** Which section is shown, and bringing the chosen ones back. */
export function BinTools({ collection }: ListProps) {
  const selection = useSelector(collection, selectSelection);
  const rows = useSelector(collection, selectRows);
  const facts = useSelector(useShell(), permissionFacts, (a, b) => a.urls === b.urls);
  const window = useLeafActor(entriesWindowLogic, { id: 'restoreSelected' });
  const restore = () => {
    const chosen = rows.filter(({ id }) => selection.includes(id)).map(binEntryOf);
    window.send({ type: 'disclosure.opened', shown: { ids: selection, resources: [...new Set(chosen.map(({ resource }) => resource))] } });
  };
  return (
    <>
      <BinChips collection={collection} />
      {isPermitted(RESTORE, facts) && selection.length > 0 && (
        <Button leftSection={<IconRestore size={16} aria-hidden />} aria-haspopup="dialog" onClick={restore}>
          {t('changes.bin.restoreSelected', { count: selection.length })}
        </Button>
      )}
      <RestoreDialog window={window} collection={collection} />
    </>
  );
}

function keptText(content: BinContent | null): string {
  if (!content) return t('changes.bin.kept');
  return content.days === null ? t('changes.bin.keptForEver') : t('changes.bin.keptDays', { count: content.days });
}
