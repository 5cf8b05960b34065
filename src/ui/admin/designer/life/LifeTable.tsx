import { Button } from '@mantine/core';
import { IconAlertCircle, IconArrowNarrowRight, IconClock, IconPlus } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { Finding } from '#domain/life/life-check';
import { foundAt } from '#domain/life/drawing/life-findings';
import { arrowId, isSameArrow, type LifePart } from '#domain/life/drawing/life-parts';
import { selectFrom, selectStateOver, selectPart } from '#machines/designer/life-canvas.machine';
import { wayText } from '#machines/designer/life-chart';
import { pageLanguage, t } from '../../../base/i18n.ts';
import { arrowsFrom, useDropArrow, useFound, useLifeDrawing, useStateTitle } from './base/life-context.ts';
import { findingText } from './base/life-words.ts';
import classes from './base/life.module.css';

/** The life in words: each state with what leads on from it, chosen and drawn by keys as well. */
export function LifeTable() {
  const { life } = useLifeDrawing();
  return (
    <ol className={classes.states} aria-label={t('designer.life.states')}>
      {Object.keys(life.chart.states).map((state) => (
        <StateRow key={state} state={state} />
      ))}
    </ol>
  );
}

function StateRow({ state }: { readonly state: string }) {
  const { canvas, life, fields } = useLifeDrawing();
  const title = useStateTitle();
  const isOver = useSelector(canvas, (snapshot) => selectStateOver(snapshot) === state);
  const drop = useDropArrow();
  const press = () => {
    if (selectFrom(canvas.getSnapshot()) === null) return canvas.send({ type: 'part.chosen', part: { state } });
    canvas.send({ type: 'arrow.movedTo', state });
    return drop();
  };
  return (
    <li className={classes.stateRow} data-over={isOver || undefined}>
      <div className={classes.stateHead}>
        <PartButton part={{ state }} onPress={press}>
          <span className={classes.stateTitle}>{title(state)}</span>
          {life.chart.initial === state && <span className={classes.sign}>{t('designer.life.sign.initial')}</span>}
          {life.chart.states[state]?.type === 'final' && <span className={classes.sign}>{t('designer.life.sign.final')}</span>}
        </PartButton>
        <ConnectButton state={state} />
      </div>
      <ul className={classes.arrows}>
        {arrowsFrom(life, state).map((arrow) => (
          <li key={arrowId(arrow)}>
            <PartButton part={{ arrow }} onPress={() => canvas.send({ type: 'part.chosen', part: { arrow } })}>
              {arrow.by === 'after' && <IconClock size={14} stroke={2} aria-hidden />}
              <span>{wayText({ life, fields }, pageLanguage(), arrow)}</span>
              <IconArrowNarrowRight size={16} aria-label={t('designer.life.leadsTo')} />
              <span>{arrow.to === null ? t('designer.life.stays') : title(arrow.to)}</span>
            </PartButton>
          </li>
        ))}
      </ul>
    </li>
  );
}

interface PartButtonProps {
  readonly part: LifePart;
  readonly onPress: () => void;
  readonly children: React.ReactNode;
}

const isSame = (one: LifePart | null, other: LifePart): boolean =>
  one !== null &&
  ('state' in one ? 'state' in other && one.state === other.state : 'arrow' in other && isSameArrow(one.arrow, other.arrow));

/** A part by its words, with what is wrong with it. */
function PartButton({ part, onPress, children }: PartButtonProps) {
  const { canvas } = useLifeDrawing();
  const isChosen = useSelector(canvas, (snapshot) => isSame(selectPart(snapshot), part));
  const findings = foundAt(useFound(), part);
  return (
    <>
      <button type="button" className={classes.part} aria-pressed={isChosen} onClick={onPress}>
        {children}
      </button>
      <Findings findings={findings} />
    </>
  );
}

/** What is wrong, in words. */
export const Findings = ({ findings }: { readonly findings: readonly Finding[] }) =>
  findings.map((finding) => (
    <p key={`${finding.at} ${finding.what} ${finding.name ?? ''}`} className={classes.finding} data-level={finding.level}>
      <IconAlertCircle size={14} aria-hidden /> {findingText(finding)}
    </p>
  ));

/** Begins an arrow that the keys of the desk lead on. */
function ConnectButton({ state }: { readonly state: string }) {
  const { canvas, life } = useLifeDrawing();
  const title = useStateTitle();
  const isFrom = useSelector(canvas, (snapshot) => selectFrom(snapshot) === state);
  const over = useSelector(canvas, selectStateOver);
  const states = Object.keys(life.chart.states);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<IconPlus size={13} aria-hidden />}
        aria-label={t('designer.life.connectFrom', { state: title(state) })}
        aria-pressed={isFrom}
        onClick={() =>
          isFrom ? canvas.send({ type: 'arrow.cancelled' }) : canvas.send({ type: 'arrow.begun', from: state, by: 'keyboard', states })
        }
      >
        {t('designer.life.connect')}
      </Button>
      <output className={classes.connecting}>
        {isFrom &&
          over !== null &&
          t('designer.life.connecting', { from: title(state), to: over === state ? t('designer.life.stays') : title(over) })}
      </output>
    </>
  );
}
