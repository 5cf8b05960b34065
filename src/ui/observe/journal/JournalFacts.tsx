import { fileSizeText } from '#domain/base/file-size';
import type { JournalOnDesk } from '#machines/observe/journal-viewer.machine';
import { t } from '../../base/i18n.ts';
import { timeText } from '../../kit/cells/time-text.ts';
import classes from './JournalViewer.module.css';

const LANGUAGES = ['zh-cn', 'en'] as const;

/** What a file says of itself: where it comes from, and what of it is not as it was. */
export function JournalFacts({ journal }: { readonly journal: JournalOnDesk }) {
  const { name, sizeBytes, entries, app, build, startedAt, isAnonymous, changed } = journal;
  const language = LANGUAGES.find((one) => one === journal.language);
  return (
    <div className={classes.facts}>
      <p className={classes.file}>{t('journal.desk.imported', { name, size: fileSizeText(sizeBytes) ?? '', count: entries })}</p>
      <ul>
        <li>{t('journal.desk.recorded', { time: timeText(startedAt) ?? '' })}</li>
        <li>{t('journal.desk.version', { app, build })}</li>
        <li>{t('journal.desk.language', { language: language ? t(`journal.desk.${language}`) : journal.language })}</li>
        <li>{t(isAnonymous ? 'journal.desk.anonymous' : 'journal.desk.personal')}</li>
        {changed.length > 0 && <li className={classes.changed}>{t('journal.desk.changed', { machines: changed.join(', ') })}</li>}
      </ul>
    </div>
  );
}
