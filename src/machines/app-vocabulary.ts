import type { Language } from '#domain/language';
import type { SiteConfig } from '#domain/site-config';
import type { StoredTabs } from '#domain/tab';
import type { AdminShellReport } from './admin-shell.machine.ts';
import type { LayoutInput } from './layout.machine.ts';
import type { NavigationReport } from './navigation.machine.ts';
import type { SessionInput } from './session.machine.ts';

export type SessionNews = { readonly type: 'adminSession.signedIn' } | { readonly type: 'adminSession.signedOut' };

/** Somebody has changed the site's settings here. */
export interface SiteNews {
  readonly type: 'site.changed';
  readonly site: SiteConfig;
}

export type AppEvent = SessionNews | SiteNews | NavigationReport | AdminShellReport;

export interface AppInput {
  readonly href: string;
  readonly language: Language;
  readonly layout: LayoutInput;
  readonly adminSession: SessionInput;
  readonly site: SiteConfig;
  readonly adminTabs: StoredTabs;
}
