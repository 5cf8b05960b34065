/**
 * Which groups of a menu somebody opened or closed by hand; the others follow the current page. A leaf of the menu.
 * It folds events into a value and has no modes. Source: specification §3, "unique-opened".
 */
import { fromTransition } from 'xstate';

export interface MenuGroupsEvent {
  readonly type: 'menuGroup.toggled';
  readonly name: string;
  readonly isOpen: boolean;
  /** Other groups of the level, closed too where only one may be open. */
  readonly closing: readonly string[];
}

/** By the group's name. */
export type MenuGroupsState = Readonly<Record<string, boolean>>;

export const menuGroupsLogic = fromTransition(
  // The library's own stop event passes here too and changes nothing.
  (state: MenuGroupsState, event: MenuGroupsEvent): MenuGroupsState =>
    event.type === 'menuGroup.toggled'
      ? { ...state, ...Object.fromEntries(event.closing.map((name) => [name, false])), [event.name]: event.isOpen }
      : state,
  {},
);
