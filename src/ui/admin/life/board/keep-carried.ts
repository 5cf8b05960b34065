import { takeFocus } from '../../../kit/take-focus.ts';

const WINDOW = '[aria-modal="true"]';

/**
 * As the `ref` of the board: a card that is put into another column is another element there, and the keyboard goes on at it, also where a
 * question was answered in between. Whoever has pointed elsewhere is left alone.
 */
export function keepCarried(board: HTMLElement | null): (() => void) | undefined {
  if (board === null) return undefined;
  let id: string | undefined;
  const remember = ({ target }: FocusEvent): void => {
    const handle = target instanceof Element ? target.closest('[data-action="carry"]') : null;
    id = handle?.closest<HTMLElement>('[data-id]')?.dataset['id'];
  };
  const forget = (): void => {
    id = undefined;
  };
  const goOn = (): void => {
    if (id === undefined || document.activeElement !== document.body || document.querySelector(WINDOW) !== null) return;
    takeFocus(board.querySelector(`[data-id="${id}"] [data-action="carry"]`));
  };
  const observer = new MutationObserver(goOn);
  board.addEventListener('focusin', remember);
  document.addEventListener('pointerdown', forget);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    board.removeEventListener('focusin', remember);
    document.removeEventListener('pointerdown', forget);
    observer.disconnect();
  };
}
