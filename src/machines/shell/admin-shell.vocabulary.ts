import type { Area } from '#domain/base/area';
import type { Failure } from '#domain/base/failure';
import type { ShellMenu } from '#domain/shell/menu';
import type { NavigationFailure, NavigationMode } from '#domain/app/navigation';
import type { AdminInfo } from '#domain/session/people';
import type { ResolvedRoute } from '#domain/app/route-target';
import type { SiteConfig } from '#domain/app/site-config';
import type { StripOfStart } from '#domain/shell/stored-strip';
import type { Owner } from '../base/owner.ts';
import type { Opening, SectionInput } from './tab-input.ts';
import type { TabsReport } from './tabs.vocabulary.ts';
import type { TerminalStart } from '../terminal/terminal.vocabulary.ts';

/** What the start-up call brings. The grammar of the shell is in `admin-shell.machine.ts`. */
export interface ShellStart {
  readonly admin: AdminInfo;
  readonly site: SiteConfig;
  readonly menu: ShellMenu;
  /** By rule name: what a page with a table of records begins with. */
  readonly sections: Readonly<Record<string, Omit<SectionInput, 'abilities'>>>;
  /** Rule names of tables that are not among these yet, since their declarations are still to come; left out: none. */
  readonly later?: readonly string[];
  /** By rule name: what the section opens with where the address does not say. */
  readonly opening: Readonly<Record<string, Opening>>;
  /** Paths of every page the product has, permitted or not: "no right" is told apart from "no such page". */
  readonly pages: readonly string[];
  readonly terminal: TerminalStart;
  /** How much of what concerns somebody is unread; left out by servers that tell of no such thing. */
  readonly unread?: number;
  /** What is known of this account's tabs; left out: nothing. */
  readonly strip?: StripOfStart;
}

export type AdminShellEvent =
  /** The address is in this area now: a section, or the loading route with a target. */
  | { readonly type: 'shell.addressed'; readonly route: ResolvedRoute }
  | { readonly type: 'shell.retried' }
  /** Declarations of more tables have arrived; before a page of theirs is addressed. */
  | { readonly type: 'shell.declared'; readonly sections: ShellStart['sections'] }
  /** Somebody has written where rights are kept, or the server has refused something for want of one. */
  | { readonly type: 'shell.permissionsInvalidated' }
  /** The person looks at the page again; what may be done can have changed meanwhile. */
  | { readonly type: 'shell.shown'; readonly awayMs: number }
  /** From itself: menu and rights are those of now. */
  | { readonly type: 'shell.rightsRead' }
  | TabsReport;

/** What the owner is told. */
export type AdminShellReport =
  | { readonly type: 'shell.started'; readonly area: Area; readonly start: ShellStart }
  | { readonly type: 'shell.navigationRequested'; readonly to: string; readonly mode: NavigationMode }
  | { readonly type: 'shell.refused'; readonly failure: NavigationFailure }
  | { readonly type: 'work.unsavedChanged'; readonly isUnsaved: boolean };

export interface AdminShellInput {
  readonly owner: Owner<AdminShellReport>;
  readonly area: Area;
  readonly route: ResolvedRoute;
}

export interface AdminShellContext extends AdminShellInput {
  readonly start: ShellStart | null;
  readonly failure: Failure | null;
  /** Something in the tabs is not saved. */
  readonly isUnsaved: boolean;
}
