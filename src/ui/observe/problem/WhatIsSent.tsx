import { fileSizeInWords } from '#domain/base/file-size';
import { isLanguage } from '#domain/base/language';
import type { TakenJournal } from '#domain/observe/problem-report';
import { t, type MessageKey } from '../../base/i18n.ts';
import { LANGUAGE_OWN_NAME } from '../../base/language-names.ts';
import classes from './problem.module.css';

/** More than anybody reads, and little enough to be drawn at once. */
const SHOWN_CHARACTERS = 20_000;

interface WhatIsSentProps {
  readonly taken: TakenJournal;
  readonly text: () => string;
}

/** The facts of what goes with a report, and the recording itself for whoever wants to see it. */
export function WhatIsSent({ taken, text }: WhatIsSentProps) {
  const { entries, sizeBytes, page, language, app, build, isCut } = taken;
  const version = [app, build].filter((part) => part !== '').join(' · ');
  const facts: readonly (readonly [MessageKey, string])[] = [
    ['problem.facts.entries', String(entries)],
    ['problem.facts.size', fileSizeInWords(sizeBytes) ?? ''],
    ['problem.facts.page', page],
    ['problem.facts.language', isLanguage(language) ? LANGUAGE_OWN_NAME[language] : language],
    ['problem.facts.version', version || '–'],
  ];
  return (
    <details className={classes.what}>
      <summary>{t('problem.what')}</summary>
      <dl className={classes.facts}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isCut && <p className={classes.hint}>{t('problem.cut')}</p>}
      <p className={classes.hint}>{t('problem.without')}</p>
      <details className={classes.preview}>
        <summary>{t('problem.preview')}</summary>
        <Recording text={text()} />
      </details>
    </details>
  );
}

function Recording({ text }: { readonly text: string }) {
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must be reached by keyboard for that */}
      <pre className={classes.recording} tabIndex={0} aria-label={t('problem.previewLabel')}>
        {text.slice(0, SHOWN_CHARACTERS)}
      </pre>
      {text.length > SHOWN_CHARACTERS && <p className={classes.hint}>{t('problem.previewCut')}</p>}
    </>
  );
}
