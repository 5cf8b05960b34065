import { Loader } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { AnswerDraft, AnswerTool } from '#domain/chat/answer-draft';
import { stepOf } from '#domain/chat/proposal';
import { t } from '../../base/i18n.ts';
import { changedSectionLabel } from '../../kit/changes/change-words.ts';
import classes from './deeds.module.css';
import { ProposalCard } from './ProposalCard.tsx';

/** What a model has done for its answer: where it looked, and what it would write. */
export function AnswerDeeds({ draft: { tools, proposals } }: { readonly draft: AnswerDraft }) {
  return (
    <>
      {tools.length > 0 && (
        <ul className={classes.steps} aria-label={t('chatStaff.step.all')}>
          {tools.map((tool) => (
            <li key={tool.id} data-state={tool.state}>
              <StepMark state={tool.state} />
              {stepText(tool.name)}
              {tool.state === 'failed' && ` · ${t('chatStaff.step.failed')}`}
            </li>
          ))}
        </ul>
      )}
      {proposals.map((proposal) => (
        // What another tab has made of it is shown here too.
        <ProposalCard key={`${proposal.uuid} ${proposal.state}`} proposal={proposal} />
      ))}
    </>
  );
}

function StepMark({ state }: { readonly state: AnswerTool['state'] }) {
  if (state === 'running') return <Loader size={12} aria-hidden="true" />;
  const Icon = state === 'done' ? IconCircleCheck : IconCircleX;
  return <Icon size={16} stroke={1.75} aria-hidden="true" />;
}

function stepText(name: string): string {
  const step = stepOf(name);
  if (!step) return t('chatStaff.step.other', { name });
  return t(`chatStaff.step.${step.deed}`, { section: changedSectionLabel(step.resource) });
}
