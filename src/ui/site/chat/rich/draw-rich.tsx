import { IconCopy } from '@tabler/icons-react';
import { Suspense, type ReactNode } from 'react';
import { t } from '../../../base/i18n.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import type { DrawCode, DrawFormula } from '../../../kit/markdown/draw-node.tsx';
import classes from './rich.module.css';

// Each comes with the first answer that has it.
const ColouredCode = lazyView(async () => (await import('./coloured-code.tsx')).ColouredCode, { failure: 'hidden' });
const FormulaTree = lazyView(async () => (await import('./formula-tree.tsx')).FormulaTree);

/** Code in a box with its language and a button that copies it. @param copy with an identity that stays */
export const codeDrawer =
  (copy: (text: string) => void): DrawCode =>
  (source, language, key) => (
    <div key={key} className={classes.code}>
      <div className={classes.head}>
        <span>{language}</span>
        <button type="button" className={classes.copy} onClick={() => copy(source)}>
          <IconCopy size={14} stroke={1.75} aria-hidden="true" />
          {t('chatThread.message.copyCode')}
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what is wider than the page is moved by keys */}
      <pre tabIndex={0}>
        <code>{language === '' ? source : <Coloured source={source} language={language.toLowerCase()} />}</code>
      </pre>
    </div>
  );

const Coloured = (props: { readonly source: string; readonly language: string }): ReactNode => (
  <Suspense fallback={props.source}>
    <ColouredCode {...props} />
  </Suspense>
);

export const drawFormula: DrawFormula = (source, isBlock, key) => (
  <Suspense key={key} fallback={<code>{source}</code>}>
    {isBlock ? (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as code: it may be wider than the page
      <div className={classes.formula} tabIndex={0}>
        <FormulaTree source={source} isBlock />
      </div>
    ) : (
      // What is hidden while it waits has a style to be hidden with, which MathML has not everywhere.
      <span>
        <FormulaTree source={source} isBlock={false} />
      </span>
    )}
  </Suspense>
);
