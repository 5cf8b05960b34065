import type { Failure } from '#domain/base/failure';
import type { ResolvedRoute } from '#domain/app/route-target';
import type { NavigationFailure, NavigationMode } from '#domain/app/navigation';
import type { MemberInfo } from '#domain/session/people';
import type { MenuItem, ShellMenu } from '#domain/shell/menu';
import type { Owner } from '../base/owner.ts';

/** What the start-up call brings. The grammar of the shell is in `member-shell.machine.ts`. */
export interface MemberStart {
  /** Where the centre is closed, nothing else of this counts. */
  readonly isOpen: boolean;
  readonly member: MemberInfo;
  readonly menu: ShellMenu;
  /** Entries of the menu behind the avatar. */
  readonly avatarMenu: readonly MenuItem[];
  /** How many messages nobody has read yet. */
  readonly unread: number;
  /** And how many notices. */
  readonly unreadNotices: number;
  /** When the account ends, in Unix seconds, where its member wants that. */
  readonly deletionDue?: number;
  /** Paths of every page the product has, permitted or not: "no right" is told apart from "no such page". */
  readonly pages: readonly string[];
}

export type MemberShellEvent =
  /** The address is in the member centre now: a page, or the loading route with a target. */
  | { readonly type: 'shell.addressed'; readonly route: ResolvedRoute }
  | { readonly type: 'shell.retried' }
  /** Name, picture, rights or amounts can be others than they were. */
  | { readonly type: 'shell.memberChanged' }
  | { readonly type: 'shell.unreadChanged'; readonly unread: number }
  | { readonly type: 'shell.unreadNoticesChanged'; readonly unreadNotices: number }
  /** An act wants the proof that the member is there, and its code has arrived. */
  | { readonly type: 'shell.proofWanted' }
  | { readonly type: 'window.narrowed' }
  | { readonly type: 'window.widened' }
  /** The member looks at the tab again. */
  | { readonly type: 'window.returned' }
  | { readonly type: 'menu.toggled' }
  | { readonly type: 'menu.dismissed' }
  | { readonly type: 'work.unsavedChanged'; readonly isUnsaved: boolean }
  /** From itself: menu and rights are those of now. */
  | { readonly type: 'shell.pageChecked' };

/** What the owner is told. */
export type MemberShellReport =
  | { readonly type: 'memberShell.started'; readonly start: MemberStart }
  | { readonly type: 'shell.navigationRequested'; readonly to: string; readonly mode: NavigationMode }
  | { readonly type: 'shell.refused'; readonly failure: NavigationFailure }
  | { readonly type: 'memberShell.unsavedChanged'; readonly isUnsaved: boolean };

export interface MemberShellInput {
  readonly owner: Owner<MemberShellReport>;
  readonly route: ResolvedRoute;
}

export interface MemberShellContext extends MemberShellInput {
  readonly start: MemberStart | null;
  readonly failure: Failure | null;
}
