import { t } from '../../base/i18n.ts';
import { JournalViewer } from './JournalViewer.tsx';
import { DevFrame } from '../base/DevFrame.tsx';

/** `/dev/journal`: what every actor of this tab was told, and any snapshot of it. */
export const JournalPage = () => (
  <DevFrame title={t('journal.title')} lead={t('journal.lead')} fit="window">
    <JournalViewer />
  </DevFrame>
);
