import { t } from '../../base/i18n.ts';
import { FaultView } from './FaultView.tsx';
import { useFault } from './use-fault.ts';

/** `/404`. Source: specification §2. */
export function NotFoundPage() {
  return (
    <FaultView fault={useFault()} code="404" title={t('public.notFound.title')}>
      {t('public.notFound.body')}
    </FaultView>
  );
}
