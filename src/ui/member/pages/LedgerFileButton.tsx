import { IconDownload } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectLedgerFileFailure, selectSavedRows, type LedgerSelection } from '#machines/members/ledger-file.machine';
import type { LedgerInput } from '#machines/members/ledger.machine';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import buttons from '../../kit/plain-button.module.css';
import { FailureBox } from '../base/FailureBox.tsx';
import classes from './pages.module.css';

export interface LedgerFileButtonProps extends Pick<LedgerInput, 'kind'> {
  readonly selection: LedgerSelection;
}

/** Everything that the list finds, as a file for a spreadsheet; a second press gives it up. */
export function LedgerFileButton({ kind, selection: { sign, reason, from, to } }: LedgerFileButtonProps) {
  const { ledgerFile: logic } = useBundle('memberPages');
  const file = useLeafActor(logic, { id: 'ledgerFile', input: { kind } });
  const isBusy = useSelector(file, selectIsBusy);
  const rows = useSelector(file, selectSavedRows);
  const press = () =>
    file.send(isBusy ? { type: 'ledgerFile.cancelled' } : { type: 'ledgerFile.requested', selection: { sign, reason, from, to } });
  return (
    <div className={classes.file}>
      <output className={classes.saved}>{rows !== null && t('memberPages.ledger.saved', { count: rows })}</output>
      <button type="button" className={buttons.secondary} onClick={press}>
        <IconDownload size={18} stroke={1.75} aria-hidden="true" />
        {t(isBusy ? 'memberPages.ledger.stopFile' : 'memberPages.ledger.download')}
      </button>
      <FailureBox failure={useSelector(file, selectLedgerFileFailure)} />
    </div>
  );
}
