import { fileSizeInWords } from '#domain/base/file-size';
import type { OpenedJournal } from '#machines/observe/journal-viewer.machine';
import { t } from '../../base/i18n.ts';
import { timeTip } from '../../kit/cells/time-text.ts';
import classes from './JournalViewer.module.css';

const LANGUAGES = ['zh-cn', 'en'] as const;

/** What a file says of itself: where it comes from, and what of it is not as it was. */
export function JournalFacts({ journal }: { readonly journal: OpenedJournal }) {
  const { name, sizeBytes, entries, app, build, startedAt, isAnonymous, changed } = journal;
  const language = LANGUAGES.find((one) => one === journal.language);
  return (
    <div className={classes.facts}>
      <p className={classes.file}>{t('journal.viewer.imported', { name, size: fileSizeInWords(sizeBytes) ?? '', count: entries })}</p>
      <ul>
        <li>{t('journal.viewer.recorded', { time: timeTip(startedAt) ?? '' })}</li>
        <li>{t('journal.viewer.version', { app, build })}</li>
        <li>{t('journal.viewer.language', { language: language ? t(`journal.viewer.${language}`) : journal.language })}</li>
        <li>{t(isAnonymous ? 'journal.viewer.anonymous' : 'journal.viewer.personal')}</li>
        {changed.length > 0 && <li className={classes.changed}>{t('journal.viewer.changed', { machines: changed.join(', ') })}</li>}
      </ul>
    </div>
  );
}
