import { useSelector } from '@xstate/react';
import { useMemo, type KeyboardEvent } from 'react';
import { arrangeInWorker } from '#actors/observe/flow-chart.actors';
import { lifeCanvasLogic } from '#actors/designer/life-canvas.actors';
import { lifeTrialLogic } from '#actors/designer/life-trial.actors';
import { foundIn } from '#domain/life/drawing/life-findings';
import { livesOf } from '#domain/life/drawing/sendable-steps';
import { hasPart } from '#domain/life/drawing/life-parts';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { selectFrom, selectLifeCanvasIsByKeyboard, selectPart, type LifeCanvasRef } from '#machines/designer/life-canvas.machine';
import { selectSendable } from '#machines/designer/sendable-steps.machine';
import { selectIsTrying } from '#machines/designer/life-trial.machine';
import { pageLanguage } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { useDesigning } from '../base/designer-context.ts';
import { isInside } from '../base/is-inside.ts';
import { BeginLife } from './BeginLife.tsx';
import { LifeDrawingContext, useAddState, useDropArrow, useLife, useLifeDrawing, useRemovePart } from './base/life-context.ts';
import classes from './base/life.module.css';
import { LifeChart } from './LifeChart.tsx';
import { LifePane } from './LifePane.tsx';
import { LifeTable } from './LifeTable.tsx';
import { TrialPane } from './TrialPane.tsx';

/** One for the page: the worker outlives the canvas. */
let logic: ReturnType<typeof lifeCanvasLogic> | null = null;

/** The life of the section's records, drawn: its states and what leads from one to another, and what is said of the part that is chosen. */
export function LifeView() {
  const { life, fields, section } = useLife();
  return life ? <LifeCanvas life={life} section={section} /> : <BeginLife fields={fields} />;
}

function LifeCanvas({ life, section }: { readonly life: Life; readonly section: Resource }) {
  const { fields } = section;
  const { designer } = useDesigning();
  const canvas = useLeafActor((logic ??= lifeCanvasLogic({ arrange: arrangeInWorker(), language: pageLanguage })), {
    id: 'lifeCanvas',
    input: { owner: designer },
  }) as LifeCanvasRef;
  const trial = useLeafActor(lifeTrialLogic, { id: 'lifeTrial', input: { owner: designer } });
  const sendable = useLeafActor(useBundle('designer').sendable, { id: 'sendableSteps', input: undefined });
  const sections = useSelector(sendable, selectSendable);
  // Looked at once for all the parts that tell of it.
  const found = useMemo(() => foundIn(life, fields, livesOf({ section, life }, sections)), [life, fields, section, sections]);
  return (
    <LifeDrawingContext value={{ canvas, trial, sendable, sections, life, fields, section, found }}>
      <div className={classes.view}>
        <Desk canvas={canvas} />
        <Pane canvas={canvas} life={life} />
      </div>
    </LifeDrawingContext>
  );
}

/** The drawing, and the same in words for whoever works by keys. */
function Desk({ canvas }: { readonly canvas: LifeCanvasRef }) {
  const addState = useAddState();
  const remove = useRemovePart();
  const { life } = useLife();
  const drop = useDropArrow();
  const isConnecting = useSelector(canvas, (snapshot) => selectFrom(snapshot) !== null);
  /** An arrow on its way by keys has them all, wherever the focus is: up and down go over the states, Enter puts it down. */
  const leadOn = (event: KeyboardEvent) => {
    const steps = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (steps !== undefined) canvas.send({ type: 'arrow.movedBy', states: steps });
    else if (event.key === 'Enter' || event.key === ' ') drop();
    else if (event.key === 'Escape' || event.key === 'Tab') canvas.send({ type: 'arrow.cancelled' });
    else return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isInside(event)) return;
    if (selectLifeCanvasIsByKeyboard(canvas.getSnapshot())) {
      leadOn(event);
      return;
    }
    if (isConnecting || event.ctrlKey || event.metaKey || event.altKey) return;
    const { part } = canvas.getSnapshot().context;
    const key = event.key.toLowerCase();
    if (key === 'n') addState();
    else if (key === 'delete' || key === 'backspace') remove();
    else if (key === 'e' && part && life)
      canvas.send({
        type: 'arrow.begun',
        from: 'state' in part ? part.state : part.arrow.from,
        by: 'keyboard',
        states: Object.keys(life.chart.states),
      });
    else if (key === 'f2') document.querySelector<HTMLElement>('[data-life-pane] input')?.focus();
    else return;
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the buttons inside, heard wherever the focus is
    <div className={classes.desk} onKeyDown={onKeyDown}>
      <LifeChart />
      <LifeTable />
    </div>
  );
}

/** What was taken back is not shown any more. */
function Pane({ canvas, life }: { readonly canvas: LifeCanvasRef; readonly life: Life }) {
  const { trial } = useLifeDrawing();
  const part = useSelector(canvas, selectPart);
  const isTrying = useSelector(trial, selectIsTrying);
  if (isTrying) return <TrialPane />;
  return <LifePane part={part && hasPart(life, part) ? part : null} />;
}
