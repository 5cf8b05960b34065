import { useSelector } from '@xstate/react';
import { createContext, use } from 'react';
import type { Fields } from '#domain/fields/field';
import type { LifeAct } from '#domain/life/drawing/life-act';
import { drawOnLife } from '#domain/life/drawing/life-acts';
import type { FoundInLife } from '#domain/life/drawing/life-findings';
import { arrowsOf, freeName } from '#domain/life/drawing/life-parts';
import type { Life } from '#domain/life/life';
import type { Resource } from '#domain/table/resource';
import { selectDeclaration } from '#machines/designer/section-designer.selectors';
import type { LifeCanvasRef } from '#machines/designer/life-canvas.machine';
import type { SendableSection } from '#domain/life/drawing/sendable-steps';
import type { LifeTrialRef } from '#machines/designer/life-trial.machine';
import type { SendableStepsRef } from '#machines/designer/sendable-steps.machine';
import { useDesigning } from '../../base/designer-context.ts';
import { stateTitle } from '../../base/life-titles.ts';

export interface LifeDrawing {
  readonly canvas: LifeCanvasRef;
  readonly trial: LifeTrialRef;
  readonly sendable: SendableStepsRef;
  /** The steps of other sections that its own may send; null while nobody knows them. */
  readonly sections: readonly SendableSection[] | null;
  readonly life: Life;
  readonly fields: Fields;
  /** What the life is of, as it is drawn. */
  readonly section: Resource;
  /** What is wrong with the life, by its parts. */
  readonly found: FoundInLife;
}

/** What the parts of the canvas have in common. */
export const LifeDrawingContext = createContext<LifeDrawing | null>(null);

export function useLifeDrawing(): LifeDrawing {
  const drawing = use(LifeDrawingContext);
  if (!drawing) throw new Error('a part of the canvas stands outside of it');
  return drawing;
}

/** What is wrong with the life, by its parts. */
export const useFound = (): FoundInLife => useLifeDrawing().found;

/** Draws on the life; an arrow that is somewhere else afterwards stays chosen. */
export function useLifeAct(): (act: LifeAct) => void {
  const { designer } = useDesigning();
  const { canvas } = useLifeDrawing();
  return (act) => {
    const { life } = selectDeclaration(designer.getSnapshot());
    const arrow = life ? drawOnLife(life, act).arrow : null;
    designer.send(act);
    if (arrow) canvas.send({ type: 'part.chosen', part: { arrow } });
  };
}

/** Puts the arrow that is being drawn down, and chooses it. */
export function useDropArrow(): () => void {
  const { designer } = useDesigning();
  const { canvas } = useLifeDrawing();
  return () => {
    const { life } = selectDeclaration(designer.getSnapshot());
    const { from, over } = canvas.getSnapshot().context;
    if (!life) return;
    const event = freeName('event', life.events);
    const { arrow } = drawOnLife(life, { type: 'arrow.drawn', from, to: over === from ? null : over, event });
    canvas.send({ type: 'arrow.dropped', event });
    if (arrow && over !== null) canvas.send({ type: 'part.chosen', part: { arrow } });
  };
}

/** Adds a state behind the others, and chooses it. */
export function useAddState(): () => void {
  const { designer } = useDesigning();
  const { canvas } = useLifeDrawing();
  return () => {
    const { life } = selectDeclaration(designer.getSnapshot());
    if (!life) return;
    const state = freeName('state', life.chart.states);
    const act = { type: 'option.added', key: life.field, option: state } as const;
    if (!designer.getSnapshot().can(act)) return;
    designer.send(act);
    canvas.send({ type: 'part.chosen', part: { state } });
  };
}

/** Takes what is chosen away. */
export function useRemovePart(): () => void {
  const { designer } = useDesigning();
  const { canvas } = useLifeDrawing();
  return () => {
    const { life } = selectDeclaration(designer.getSnapshot());
    const { part } = canvas.getSnapshot().context;
    if (!life || !part) return;
    const act =
      'arrow' in part
        ? ({ type: 'arrow.removed', arrow: part.arrow } as const)
        : ({ type: 'option.removed', key: life.field, option: part.state } as const);
    if (!designer.getSnapshot().can(act)) return;
    designer.send(act);
    canvas.send({ type: 'part.chosen', part: null });
  };
}

/** What a state is called. */
export function useStateTitle(): (state: string) => string {
  const drawn = useLifeDrawing();
  return (state) => stateTitle([drawn], state);
}

/** The life of the design, its fields and what it is of. */
export const useLife = (): { readonly life: Life | undefined; readonly fields: Fields; readonly section: Resource } => {
  const { designer } = useDesigning();
  const section = useSelector(designer, selectDeclaration);
  return { life: section.life, fields: section.fields, section };
};

/** The arrows that lead on from a state. */
export const arrowsFrom = (life: Life, state: string) => arrowsOf(life).filter(({ from }) => from === state);
