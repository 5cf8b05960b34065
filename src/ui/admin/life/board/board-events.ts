import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { findCard } from '#domain/table/life-board';
import { selectLifeBoardIsKeyboard, type LifeBoardRef } from '#machines/life/life-board.machine';
import type { CollectionRef } from '#machines/table/collection.selectors';
import type { RowWindowRef } from '#machines/table/row-window.machine';
import { newKey } from '../../../base/new-key.ts';
import { startCardDrag } from './card-drag.ts';

interface BoardHearing {
  readonly board: LifeBoardRef;
  readonly collection: CollectionRef;
  readonly rowWindow: RowWindowRef;
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

function placeOf(target: EventTarget) {
  if (!(target instanceof Element)) return null;
  const card = target.closest<HTMLElement>('[data-id]');
  if (!card) return null;
  const control = target.closest<HTMLElement>('[data-action]');
  return { card, id: Number(card.dataset['id']), action: control?.dataset['action'], name: control?.dataset['field'] ?? '' };
}

/** What cards do, heard once for all of them. */
export function boardEvents({ board, collection, rowWindow }: BoardHearing) {
  const isByKeys = () => selectLifeBoardIsKeyboard(board.getSnapshot());
  const lift = (id: number) => board.send({ type: 'card.lifted', id, by: 'keyboard' });
  return {
    onClick({ target }: MouseEvent) {
      const place = placeOf(target);
      if (place?.action === 'window') {
        const row = findCard(board.getSnapshot().context.columns ?? [], place.id)?.row;
        rowWindow.send({ type: 'rowWindow.opened', name: place.name, id: place.id, ...(row && { row }) });
      }
      if (place?.action === 'edit') collection.send({ type: 'collection.editRequested', key: newKey(), ids: [place.id] });
    },
    onPointerDown(event: PointerEvent) {
      const place = placeOf(event.target);
      if (!place || event.button !== 0) return;
      const isHandle = place.action === 'carry';
      // A finger elsewhere on the card scrolls.
      if (!isHandle && (event.pointerType === 'touch' || place.action !== undefined)) return;
      startCardDrag({
        card: place.card,
        pointerId: event.pointerId,
        onLift: () => board.send({ type: 'card.lifted', id: place.id, by: 'pointer' }),
        onOver: (state) => board.send({ type: 'card.carried', state }),
        onDrop: () => board.send({ type: 'card.dropped' }),
        onPutBack: () => board.send({ type: 'card.putBack' }),
      });
    },
    onKeyDown(event: KeyboardEvent) {
      const place = placeOf(event.target);
      if (place?.action !== 'carry' || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = STEPS[event.key];
      const isPress = event.key === ' ' || event.key === 'Enter';
      if (!isPress && event.key !== 'Escape' && step === undefined) return;
      if (!isByKeys() && !isPress) return;
      event.preventDefault();
      if (!isByKeys()) lift(place.id);
      else if (isPress) board.send({ type: 'card.dropped' });
      else if (step !== undefined) board.send({ type: 'card.stepped', step });
      else board.send({ type: 'card.putBack' });
    },
    onBlur() {
      if (isByKeys()) board.send({ type: 'card.putBack' });
    },
  };
}
