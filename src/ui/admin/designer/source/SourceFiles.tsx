import { useSelector } from '@xstate/react';
import { selectEjectedFiles, type EjectedFile, type EjectionRef } from '#machines/designer/ejection.machine';
import { t } from '../../../base/i18n.ts';
import { Sign, type SignProps } from '../base/Sign.tsx';
import classes from './source.module.css';

interface SourceFilesProps {
  readonly ejection: EjectionRef;
}

/** The files of the folder, with what becomes of each; one of them is looked at. */
export function SourceFiles({ ejection }: SourceFilesProps) {
  const files = useSelector(ejection, selectEjectedFiles);
  const folder = useSelector(ejection, ({ context }) => context.source?.folder ?? '');
  return (
    <section>
      <h3 className={classes.heading}>
        {t('designer.source.folder')} <code>{folder}</code>
      </h3>
      <ul className={classes.files} aria-label={t('designer.source.files')}>
        {files.map((file) => (
          <SourceFile key={file.path} ejection={ejection} file={file} />
        ))}
      </ul>
    </section>
  );
}

const TONES = { new: 'good', same: 'plain', written: 'good', merged: 'warning', conflict: 'bad' } as const satisfies Record<
  EjectedFile['fate'],
  SignProps['tone']
>;

function SourceFile({ ejection, file: { path, fate, patch, hasPatch, text } }: SourceFilesProps & { readonly file: EjectedFile }) {
  const isChosen = useSelector(ejection, ({ context }) => context.chosen === path);
  return (
    <li className={classes.file} data-chosen={isChosen}>
      <button
        type="button"
        className={classes.door}
        aria-expanded={isChosen}
        onClick={() => ejection.send({ type: 'file.chosen', path: isChosen ? null : path })}
      >
        <code>{path}</code>
        <Sign tone={TONES[fate]}>{t(`designer.source.fate.${fate}`)}</Sign>
      </button>
      {hasPatch && fate === 'conflict' && <p className={classes.note}>{t('designer.source.asPatch', { path })}</p>}
      {isChosen && <Difference path={path} text={patch === '' ? text : patch} />}
    </li>
  );
}

const signOf = (line: string): 'added' | 'gone' | 'place' | undefined => {
  if (line.startsWith('@@')) return 'place';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'gone' : undefined;
};

/** A unified difference, without its head: which file it is of stands above. The text itself where nothing differs. */
function Difference({ path, text }: { readonly path: string; readonly text: string }) {
  const first = text.indexOf('\n@@');
  const isDifference = first >= 0;
  const lines = (isDifference ? text.slice(first + 1) : text).trimEnd().split('\n');
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is long is scrolled by keys as well
    <pre className={classes.difference} tabIndex={0} aria-label={t('designer.source.lines', { path })}>
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of a text that is shown as it is
        <span key={index} data-sign={isDifference ? signOf(line) : undefined}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
