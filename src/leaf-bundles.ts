import type { Call } from '#api/client';
import type { Journal } from '#actors/observe/journal';
import { lazyOnce, type Lazy } from '#actors/base/lazy-code';
import { withAllSections } from '#actors/base/resource-book';
import type { AppPorts } from '#actors/base/ports';
import type { SiteConfig } from '#domain/app/site-config';
import { loadMessages, pageLanguage, type LazyNamespace } from '#ui/base/i18n.ts';
import type { LeafBundles } from '#ui/base/lazy-bundles.ts';

export interface LeafBundlePorts {
  readonly ports: AppPorts;
  readonly call: Call;
  readonly journal: Journal;
  readonly build: string;
  readonly site: () => SiteConfig;
}

/** The logics of widgets that no first visit shows, each loaded with its words by the first that needs it. */
export function leafBundles({ ports, call, journal, build, site }: LeafBundlePorts): LeafBundles {
  const { clock, history, notices, onFrame, page } = ports;
  const callWithKey = { call, newKey: page.newKey };
  return {
    upload: withWords('upload', async () => (await import('#actors/files/upload.bundle')).uploadBundle({ call, clock, page, site })),
    captcha: withWords('captcha', async () => (await import('#actors/session/captcha.bundle')).captchaBundle(callWithKey)),
    choice: lazyOnce(async () => (await import('#actors/fields/choice.bundle')).choiceBundle({ call, language: pageLanguage })),
    dashboard: withWords('cascade', async () => (await import('#actors/shell/dashboard.bundle')).dashboardBundle({ call, notices })),
    tableImport: withWords('tables', async () => (await import('#actors/table/import.bundle')).importBundle(callWithKey)),
    tableTools: withWords('tables', async () =>
      (await import('#actors/table/tools.bundle')).tableToolsBundle({ call, notices, language: pageLanguage }),
    ),
    life: withWords('recordLife', async () =>
      (await withAllSections(import('#actors/life/life.bundle'))).lifeBundle({ call, nowMs: () => clock.now() }),
    ),
    help: withWords('help', async () => (await import('#actors/help/help.actors')).helpLogic({ call })),
    iconPicker: withWords('icons', async () => (await import('#actors/fields/icon-picker.actors')).iconPickerLogic(ports)),
    notifications: lazyOnce(async () =>
      (await import('#actors/notifications/notifications.bundle')).notificationsBundle({ ...ports, call }),
    ),
    palette: lazyOnce(async () =>
      (await import('#actors/shell/command-palette.actors')).paletteBundle({ ...ports, call, language: pageLanguage }),
    ),
    entry: lazyOnce(async () => (await import('#actors/members/entry.actors')).entryBundle({ ...ports, call })),
    account: withWords('account', async () => (await import('#actors/app/account.bundle')).accountBundle({ call })),
    external: withWords('external', async () => (await import('#actors/external/external.bundle')).externalBundle({ call })),
    problemReport: lazyOnce(async () =>
      (await import('#actors/observe/problem-report.actors')).problemReportLogic({ call, journal, build, history }),
    ),
    problemWindow: withWords('problem', async () => {
      const [{ openProblemDialog }, { problemDialogBundle }, { saveFile }] = await Promise.all([
        import('#ui/observe/problem/open-dialog.tsx'),
        import('#actors/observe/problem-dialog.actors'),
        import('#actors/base/save-file'),
      ]);
      const desk = { call, journal, build, history, saveFile, copyText, painted: () => painted(onFrame) };
      return (handle, error) => openProblemDialog(handle, problemDialogBundle(desk), error);
    }),
  };
}

const copyText = (text: string): Promise<void> => navigator.clipboard.writeText(text);

const painted = (onFrame: AppPorts['onFrame']): Promise<void> => new Promise((resolve) => onFrame(() => setTimeout(resolve)));

function withWords<Bundle>(namespace: LazyNamespace, load: () => Promise<Bundle>): Lazy<Bundle> {
  return lazyOnce(async () => {
    const [bundle] = await Promise.all([load(), loadMessages([namespace])]);
    return bundle;
  });
}
