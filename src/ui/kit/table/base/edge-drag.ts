/** Drags the edge of a column with mouse, pen or finger. It works on the elements alone, as the drag of a row does. */
export interface EdgeDrag {
  readonly edge: HTMLElement;
  readonly pointerId: number;
  readonly startX: number;
  /** By how many pixels it stands elsewhere than at the start. */
  readonly onMove: (byPx: number) => void;
  /** null: it was given up. */
  readonly onEnd: (byPx: number | null) => void;
}

export function startEdgeDrag({ edge, pointerId, startX, onMove, onEnd }: EdgeDrag): void {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  const end = (byPx: number | null) => {
    listening.abort();
    edge.removeAttribute('data-dragged');
    onEnd(byPx);
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end(null);
  };
  edge.setPointerCapture(pointerId);
  edge.dataset['dragged'] = '';
  edge.addEventListener('pointermove', (event) => onMove(event.clientX - startX), options);
  edge.addEventListener('pointerup', (event) => end(event.clientX - startX), options);
  edge.addEventListener('pointercancel', () => end(null), options);
  window.addEventListener('keydown', cancel, options);
}
