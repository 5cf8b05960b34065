import type { Area } from '#domain/base/area';
import type { Language } from '#domain/base/language';
import type { SiteConfig } from '#domain/app/site-config';
import type { ResolvedRoute } from '#domain/app/route-target';
import type { MemberShellReport } from '../members/member-shell.vocabulary.ts';
import type { AdminShellReport } from '../shell/admin-shell.vocabulary.ts';
import type { LayoutInput } from './layout.machine.ts';
import type { NavigationReport } from './navigation.machine.ts';
import type { SessionInput } from '../session/session.machine.ts';

export interface SessionNews {
  /** Replaced: somebody else is signed in now, in the place of whoever was. */
  readonly type: `${Area}Session.${'signedIn' | 'signedOut' | 'replaced'}`;
}

/** Who sits here has read that another member is signed in now. */
export interface ReplacementSeen {
  readonly type: 'member.replacementSeen';
}

/** Somebody has changed the site's settings here. */
export interface SiteNews {
  readonly type: 'site.changed';
  readonly site: SiteConfig;
}

export type AppEvent = SessionNews | ReplacementSeen | SiteNews | NavigationReport | AdminShellReport | MemberShellReport;

export type ShellStarted = Extract<AdminShellReport, { readonly type: 'shell.started' }>;

/** Where the shell begins when the address is not known yet. */
export const NOWHERE: ResolvedRoute = { path: '/admin/loading', search: '', page: 'adminLoading', area: 'admin', target: null };

export interface AppInput {
  readonly href: string;
  readonly language: Language;
  readonly layout: LayoutInput;
  readonly adminSession: SessionInput;
  readonly memberSession: SessionInput;
  readonly site: SiteConfig;
}

export interface AppContext extends AppInput {
  /** Where the address is; null until the first page has arrived. */
  readonly route: ResolvedRoute | null;
  /** Which area has work that a reload would lose. */
  readonly unsaved: Readonly<Record<Area, boolean>>;
}
