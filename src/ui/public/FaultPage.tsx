import { t } from '../app/i18n.ts';
import { FaultView } from './FaultView.tsx';
import { useFault } from './use-fault.ts';

/** What stands in the place of a page whose code broke. */
export function FaultPage() {
  return (
    <FaultView fault={useFault()} code="" title={t('common.fault.title')}>
      {t('common.fault.hint')}
    </FaultView>
  );
}
