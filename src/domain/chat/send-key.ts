import { isOfInputMethod } from '../fields/input-method.ts';

/** What sends a question: Enter alone, or Enter with Ctrl (⌘ on a Mac), where Enter alone breaks the line. */
export type SendKey = 'enter' | 'ctrlEnter';

/** What a key's event tells of itself. */
export interface KeyPress {
  readonly key: string;
  readonly keyCode: number;
  readonly isComposing: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Whether a key sends what is typed, and is no Enter that ends a composition. Source: specification §1; readings 1.2. */
export const isSendKey = (press: KeyPress, sendKey: SendKey): boolean =>
  press.key === 'Enter' &&
  !isOfInputMethod(press) &&
  !press.shiftKey &&
  !press.altKey &&
  (press.ctrlKey || press.metaKey) === (sendKey === 'ctrlEnter');
