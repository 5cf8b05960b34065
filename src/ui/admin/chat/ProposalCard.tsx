import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { findResource } from '#actors/base/resource-book';
import { historyOf } from '#actors/changes/announce-write';
import { decodeDifferences } from '#actors/changes/decode-journal';
import { textIn } from '#domain/fields/kinds/base/declared';
import { proposedDifference, type Proposal } from '#domain/chat/proposal';
import { selectIsBusy } from '#machines/base/select-is-busy';
import { selectProposalFailure, selectSaid, type ProposalRef } from '#machines/chat/proposal.machine';
import { AppLink } from '../../base/AppLink.tsx';
import { pageLanguage, t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useShell } from '../../base/shell-context.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { changedSectionLabel, recordTitle } from '../../kit/changes/change-words.ts';
import { Differences } from '../../kit/changes/Differences.tsx';
import { FailureLine } from '../../kit/feedback/FailureLine.tsx';
import { keepFocus } from '../../kit/keep-focus.ts';
import classes from './deeds.module.css';

/** A change that a model proposes: each field as it is and as it would be, and what its administrator makes of it. */
export function ProposalCard({ proposal }: { readonly proposal: Proposal }) {
  const { uuid, resource: name, action, record, title, step, state, change } = proposal;
  const { proposal: logic } = useBundle('staffChat');
  const actor = useLeafActor(logic, { id: `proposal:${uuid}`, input: { uuid, resource: name, state, change } });
  const resource = findResource(name);
  const heading = useId();
  const words = { section: changedSectionLabel(name), title: recordTitle(title, record), event: textIn(step?.label, pageLanguage()) ?? '' };
  const { kind, fields } = proposedDifference(proposal, resource);
  return (
    <section ref={keepFocus} className={classes.card} aria-labelledby={heading}>
      <h3 id={heading}>{t(`chatStaff.proposal.${action}`, words)}</h3>
      <Differences resource={resource} difference={{ kind, fields: decodeDifferences(resource, fields) }} />
      {step !== null && step.comment !== '' && <blockquote className={classes.comment}>{step.comment}</blockquote>}
      <Settling actor={actor} />
    </section>
  );
}

/** The way to a write in the timeline, for whoever may open that. */
function WhereWritten({ change }: { readonly change: number }) {
  const history = useSelector(useShell(), (shell) => historyOf({ change }, shell));
  if (history === undefined) return null;
  return (
    <>
      {' · '}
      <AppLink to={history}>{t('chatStaff.proposal.change')}</AppLink>
    </>
  );
}

function Settling({ actor }: { readonly actor: ProposalRef }) {
  const { state, change } = useSelector(actor, selectSaid);
  const failure = useSelector(actor, selectProposalFailure);
  const mayApprove = useSelector(actor, (snapshot) => snapshot.can({ type: 'proposal.approved' }));
  const mayUndo = useSelector(actor, (snapshot) => snapshot.can({ type: 'proposal.undoRequested' }));
  const isOpen = useSelector(actor, (snapshot) => snapshot.hasTag('open'));
  const isBusy = useSelector(actor, selectIsBusy);
  return (
    <div className={classes.end} aria-busy={isBusy}>
      <output data-state={state}>
        {t(`chatStaff.proposal.state.${state}`)}
        {change !== null && <WhereWritten change={change} />}
      </output>
      {failure && <FailureLine text={t('chatStaff.proposal.failed')} failure={failure} />}
      <div className={classes.buttons}>
        {isOpen && (
          <Button variant="default" disabled={isBusy} onClick={() => actor.send({ type: 'proposal.declined' })}>
            {t('chatStaff.proposal.decline')}
          </Button>
        )}
        {(isOpen || mayApprove) && (
          <Button loading={isBusy} onClick={() => actor.send({ type: 'proposal.approved' })}>
            {t(isOpen ? 'chatStaff.proposal.approve' : 'chatStaff.proposal.again')}
          </Button>
        )}
        {(mayUndo || (isBusy && !isOpen)) && (
          <Button variant="default" loading={isBusy} onClick={() => actor.send({ type: 'proposal.undoRequested' })}>
            {t('common.action.undo')}
          </Button>
        )}
      </div>
    </div>
  );
}
