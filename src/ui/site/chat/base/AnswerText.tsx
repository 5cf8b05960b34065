import { Suspense } from 'react';
import { lazyView } from '../../../base/lazy-view.tsx';
import classes from './thread.module.css';

const Markdown = lazyView(async () => (await import('../../../kit/markdown/Markdown.tsx')).Markdown);

/** An answer; until the code that draws its Markdown has come, its plain text. */
export function AnswerText({ text }: { readonly text: string }) {
  if (text === '') return null;
  return (
    <div className={classes.text}>
      <Suspense fallback={<p className={classes.plainText}>{text}</p>}>
        <Markdown text={text} firstHeading={3} />
      </Suspense>
    </div>
  );
}
