import { useSelector } from '@xstate/react';
import { selectProblemDialogIsSent, type ProblemDialogRef } from '#machines/observe/problem-dialog.machine';
import { ProblemForm } from './ProblemForm.tsx';
import { ProblemSent } from './ProblemSent.tsx';

export interface ProblemViewProps {
  readonly problem: ProblemDialogRef;
  /** The journal as it would be sent. */
  readonly text: () => string;
  readonly onClose: () => void;
}

/** What stands in the window: what to write, then the number to quote. */
export function ProblemView({ problem, text, onClose }: ProblemViewProps) {
  const isSent = useSelector(problem, selectProblemDialogIsSent);
  return isSent ? <ProblemSent problem={problem} onClose={onClose} /> : <ProblemForm problem={problem} text={text} />;
}
