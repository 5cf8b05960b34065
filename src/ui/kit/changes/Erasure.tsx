import { Button, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { wordToErase, type ErasureCounts, type ErasurePlan } from '#domain/changes/erasure';
import {
  selectErased,
  selectErasureFailure,
  selectErasureIsErasing,
  selectErasureIsPlanning,
  selectErasurePlan,
  selectMayErase,
  type ErasureRef,
} from '#machines/changes/erasure.machine';
import { t } from '../../base/i18n.ts';
import { timeText } from '../cells/time-text.ts';
import { FailureLine } from '../feedback/FailureLine.tsx';
import { mayBeDone } from '../feedback/may-be-done.ts';
import { Spinner } from '../feedback/Spinner.tsx';
import classes from './changes.module.css';

interface ErasureProps {
  readonly actor: ErasureRef;
}

/** What erasing takes and what it leaves; the name of the record, typed; and what was done. */
export function Erasure({ actor }: ErasureProps) {
  const plan = useSelector(actor, selectErasurePlan);
  const done = useSelector(actor, selectErased);
  const failure = useSelector(actor, selectErasureFailure);
  const isPlanning = useSelector(actor, selectErasureIsPlanning);
  const isErasing = useSelector(actor, selectErasureIsErasing);
  const hasFailed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const mayErase = useSelector(actor, selectMayErase);
  const typed = useSelector(actor, ({ context }) => context.typed);
  const id = useSelector(actor, ({ context }) => context.id);
  const close = () => actor.send({ type: 'erasure.closed' });
  const isAsked = plan !== null && done === null && !hasFailed && plan.versions > 0;
  return (
    <form
      className={classes.plan}
      noValidate
      aria-busy={isPlanning || isErasing}
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: hasFailed ? 'erasure.retried' : 'erasure.confirmed' });
      }}
    >
      {isPlanning && (
        <output className={classes.waiting}>
          <Spinner /> {t('changes.erasure.planning')}
        </output>
      )}
      {plan &&
        !done &&
        !hasFailed &&
        (plan.versions > 0 ? <Meaning plan={plan} /> : <p className={classes.hint}>{t('changes.erasure.nothing')}</p>)}
      {isAsked && (
        <TextInput
          label={t('changes.erasure.type', { title: wordToErase(plan.title, id) })}
          value={typed}
          labelProps={{ mb: 4 }}
          autoComplete="off"
          data-autofocus
          readOnly={isErasing}
          onChange={(event) => actor.send({ type: 'title.typed', text: event.currentTarget.value })}
        />
      )}
      {done && plan && <Proof done={done} plan={plan} />}
      {failure && (
        <FailureLine
          text={t(hasFailed ? 'changes.erasure.unplanned' : mayBeDone(failure) ? 'changes.unconfirmed' : 'changes.erasure.failed')}
          failure={failure}
        />
      )}
      <div className={classes.buttons}>
        <Button variant="default" disabled={isErasing} onClick={close}>
          {t(done ? 'changes.plan.close' : 'changes.plan.cancel')}
        </Button>
        {hasFailed && <Button type="submit">{t('common.action.retry')}</Button>}
        {isAsked && (
          <Button
            type="submit"
            color="red"
            loading={isErasing}
            disabled={!mayErase && !isErasing}
            loaderProps={{ 'aria-label': t('changes.plan.applying') }}
          >
            {t('changes.erasure.erase')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** What goes, before; what is gone, afterwards. */
const takenLines = ({ versions, deletions, watched }: ErasureCounts, tense: 'going' | 'gone'): readonly string[] => [
  t(`changes.erasure.${tense}.versions`, { count: versions }),
  ...(deletions > 0 ? [t(`changes.erasure.${tense}.deletions`, { count: deletions })] : []),
  ...(watched > 0 ? [t(`changes.erasure.${tense}.watched`, { count: watched })] : []),
];

const goingLines = (plan: ErasurePlan): readonly string[] => [
  ...takenLines(plan, 'going'),
  ...(plan.requests > 0 ? [t('changes.erasure.going.requests', { count: plan.requests })] : []),
];

const span = ({ first, last }: ErasurePlan) => ({ first: timeText(first) ?? '', last: timeText(last) ?? '' });

function Meaning({ plan }: { readonly plan: ErasurePlan }) {
  return (
    <>
      <Lines tone="danger" title={t('changes.erasure.goes')} lines={goingLines(plan)} />
      <Lines
        tone="calm"
        title={t('changes.erasure.stays')}
        lines={[
          t('changes.erasure.facts', { count: plan.versions + plan.erased, ...span(plan) }),
          ...(plan.exists ? [t('changes.erasure.record')] : []),
        ]}
      />
    </>
  );
}

/** What was done, as it stands in the security log. */
function Proof({ done, plan }: { readonly done: ErasureCounts; readonly plan: ErasurePlan }) {
  return (
    <output className={classes.plan}>
      <Lines tone="calm" title={t('changes.erasure.done')} lines={takenLines(done, 'gone')} />
      <p className={classes.hint}>{t('changes.erasure.logged', { count: plan.versions + plan.erased, ...span(plan) })}</p>
      {plan.exists && <p className={classes.hint}>{t('changes.erasure.gone.record')}</p>}
    </output>
  );
}

function Lines({ tone, title, lines }: { readonly tone: 'danger' | 'calm'; readonly title: string; readonly lines: readonly string[] }) {
  return (
    <section className={classes.concern} data-tone={tone}>
      <h3 className={classes.subtitle}>{title}</h3>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
