import { Suspense } from 'react';
import { lazyView } from '../../../base/lazy-view.tsx';
import classes from './messages.module.css';

const RichText = lazyView(async () => (await import('../rich/RichText.tsx')).RichText);

interface AnswerTextProps {
  readonly text: string;
  /** Puts a text where the reader can paste it from; the same function each time. */
  readonly copy: (text: string) => void;
  /** Names the answer to who looks at what is selected; left out, nothing of it is quoted. */
  readonly answer?: string;
}

/** An answer; until the code that draws its Markdown has come, its plain text. */
export function AnswerText({ text, copy, answer }: AnswerTextProps) {
  if (text === '') return null;
  return (
    <div className={classes.text} data-answer={answer}>
      <Suspense fallback={<p className={classes.plainText}>{text}</p>}>
        <RichText text={text} copy={copy} />
      </Suspense>
    </div>
  );
}
