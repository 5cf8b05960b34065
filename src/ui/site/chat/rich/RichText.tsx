import { useMemo } from 'react';
import { Markdown } from '../../../kit/markdown/Markdown.tsx';
import { WITH_FORMULAE } from '../../../kit/markdown/with-formulae.ts';
import { codeDrawer, drawFormula } from './draw-rich.tsx';

interface RichTextProps {
  readonly text: string;
  readonly copy: (text: string) => void;
}

/** What a window shows a few of: of a long answer, some twenty parts stand for two hundred blocks. */
const BLOCKS_PER_PART = 10;

/** The Markdown of an answer, with code that can be copied and formulae. */
export function RichText({ text, copy }: RichTextProps) {
  const code = useMemo(() => codeDrawer(copy), [copy]);
  return (
    <Markdown text={text} reading={WITH_FORMULAE} blocksPerPart={BLOCKS_PER_PART} firstHeading={3} code={code} formula={drawFormula} />
  );
}
