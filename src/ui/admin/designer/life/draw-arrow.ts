import type { PointerEvent as ReactPointerEvent } from 'react';
import type { LifeCanvasRef } from '#machines/designer/life-canvas.machine';

/** A hand that presses is not quite still. */
const STILL_PX = 5;
const SVG = 'http://www.w3.org/2000/svg';

interface Drawing {
  readonly canvas: LifeCanvasRef;
  readonly states: readonly string[];
  /** The arrow was let go. */
  readonly drop: () => void;
  /** Pressed without drawing: a state, an arrow by its id, or nothing. */
  readonly onPress: (pressed: { readonly state?: string | undefined; readonly edge?: string | undefined }) => void;
}

const within = (element: Element | null, name: 'state' | 'edge'): string | undefined =>
  (element?.closest(`[data-${name}]`) as SVGElement | null)?.dataset[name];

/** Draws an arrow with mouse, pen or finger, from the state that it begins on. Where it leads is the canvas's; the line is a shadow of it. */
export function drawByPointer(event: ReactPointerEvent<SVGSVGElement>, { canvas, states, drop, onPress }: Drawing): void {
  if (event.button !== 0) return;
  const svg = event.currentTarget;
  const pressed = event.target as Element;
  const [from, edge] = [within(pressed, 'state'), within(pressed, 'edge')];
  const [startX, startY] = [event.clientX, event.clientY];
  const listening = new AbortController();
  const shadow = document.createElementNS(SVG, 'line');
  let isDrawing = false;
  const placeOf = (x: number, y: number): DOMPoint => new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()?.inverse());
  const begin = (): void => {
    if (from === undefined) return;
    isDrawing = true;
    canvas.send({ type: 'arrow.begun', from, by: 'pointer', states });
    const { x, y } = placeOf(startX, startY);
    shadow.setAttribute('x1', String(x));
    shadow.setAttribute('y1', String(y));
    shadow.dataset['shadow'] = '';
    svg.append(shadow);
  };
  const move = (moved: PointerEvent): void => {
    if (!isDrawing && Math.hypot(moved.clientX - startX, moved.clientY - startY) <= STILL_PX) return;
    if (!isDrawing) begin();
    if (!isDrawing) return;
    const { x, y } = placeOf(moved.clientX, moved.clientY);
    shadow.setAttribute('x2', String(x));
    shadow.setAttribute('y2', String(y));
    canvas.send({ type: 'arrow.movedTo', state: within(document.elementFromPoint(moved.clientX, moved.clientY), 'state') ?? null });
  };
  const end = (): void => {
    listening.abort();
    shadow.remove();
  };
  const release = (): void => {
    end();
    if (isDrawing) drop();
    else onPress({ state: from, edge });
  };
  const cancel = (): void => {
    end();
    if (isDrawing) canvas.send({ type: 'arrow.cancelled' });
  };
  const options = { signal: listening.signal };
  window.addEventListener('pointermove', move, options);
  window.addEventListener('pointerup', release, options);
  window.addEventListener('pointercancel', cancel, options);
  window.addEventListener('keydown', (key) => key.key === 'Escape' && cancel(), options);
}
