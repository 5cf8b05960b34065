import { t } from '../../base/i18n.ts';
import { PublicFrame } from '../PublicFrame.tsx';
import { FaultView } from './FaultView.tsx';
import { useFault } from './use-fault.ts';

/** `/404`. Source: specification §2. */
export function NotFoundPage() {
  return (
    <PublicFrame>
      <FaultView fault={useFault()} code="404" title={t('public.notFound.title')} isFramed>
        {t('public.notFound.body')}
      </FaultView>
    </PublicFrame>
  );
}
