import { createContext, use } from 'react';
import type { Journal } from '#actors/observe/journal';
import type { AppRef } from '#machines/app/app.machine';
import type { LanguageRef } from '#machines/app/language.machine';
import type { LayoutRef } from '#machines/app/layout.machine';
import type { NavigationRef } from '#machines/app/navigation.machine';
import type { NoticesRef } from '#machines/app/notices.logic';
import type { SessionRef } from '#machines/session/session.machine';

/** The running application as views know it: the root and its children that live as long as the page. */
export interface AppHandle {
  readonly app: AppRef;
  readonly journal: Pick<Journal, 'inspect' | 'watch' | 'roots' | 'entries' | 'checkpoint' | 'header' | 'logicOf'>;
  readonly navigation: NavigationRef;
  readonly language: LanguageRef;
  readonly layout: LayoutRef;
  readonly adminSession: SessionRef;
  readonly memberSession: SessionRef;
  readonly notices: NoticesRef;
}

/** @param app started */
export function handleOf(app: AppRef, journal: AppHandle['journal'], notices: NoticesRef): AppHandle {
  const { navigation, language, layout, adminSession, memberSession } = app.getSnapshot().children;
  if (!navigation || !language || !layout || !adminSession || !memberSession) throw new Error('the application has not started');
  return { app, journal, navigation, language, layout, adminSession, memberSession, notices };
}

export const AppHandleContext = createContext<AppHandle | null>(null);

export function useApp(): AppHandle {
  const handle = use(AppHandleContext);
  if (!handle) throw new Error('a view stands outside of the application');
  return handle;
}
