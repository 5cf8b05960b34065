import { afterPress } from '../../after-press.ts';

const CARD = 'li[data-id]';
const OPEN = 'data-open';

/**
 * As the `ref` of a list of cards: the card that has the keyboard is unfolded, not before the press that has brought it there is over, or the
 * button that is pressed would move from under the finger. It stays so while a menu that it has opened has the keyboard.
 */
export function unfoldCards(list: HTMLElement | null): (() => void) | undefined {
  const page = list?.closest('main');
  if (!list || !page) return undefined;
  const unfold = (card: Element | null): void => {
    for (const other of list.querySelectorAll(`[${OPEN}]`)) if (other !== card) other.removeAttribute(OPEN);
    card?.setAttribute(OPEN, '');
  };
  const follow = ({ target }: Event): void => {
    const card = target instanceof Element && list.contains(target) ? target.closest(CARD) : null;
    afterPress(() => unfold(card));
  };
  page.addEventListener('focusin', follow);
  page.addEventListener('pointerdown', follow);
  return () => {
    page.removeEventListener('focusin', follow);
    page.removeEventListener('pointerdown', follow);
  };
}
