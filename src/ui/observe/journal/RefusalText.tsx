import { MAX_JOURNAL_BYTES } from '#actors/observe/journal-viewer.actors';
import { fileSizeInWords } from '#domain/base/file-size';
import type { JournalRefusal } from '#machines/observe/journal-viewer.machine';
import { t } from '../../base/i18n.ts';

/** Why a file is no journal, and where. */
export function RefusalText({ flaw, line }: Pick<JournalRefusal, 'flaw' | 'line'>) {
  const reason = t(`journal.refusal.${flaw}`, { max: fileSizeInWords(MAX_JOURNAL_BYTES) ?? '' });
  return <p>{line > 0 ? t('journal.refusal.line', { line, reason }) : reason}</p>;
}
