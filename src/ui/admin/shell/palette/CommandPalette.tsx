import '../../../kit/form-styles.ts';
import { Modal } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { PaletteChoice } from '#domain/shell/palette';
import { selectMenuItems, selectStart, selectTabsRef } from '#machines/shell/admin-shell.machine';
import { selectIsOpen, type DisclosureRef } from '#machines/base/disclosure.machine';
import { selectAdmin } from '#machines/session/session.machine';
import type { TabsRef } from '#machines/shell/tabs.machine';
import { useApp } from '../../../base/app-context.ts';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { useShell } from '../../../base/shell-context.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { useIsPhone } from '../../../kit/use-is-phone.ts';
import { openNewRecord } from './open-new-record.ts';
import { ADD, addEntries, LINK, PAGE, pageEntries, searchSections } from './palette-entries.ts';
import classes from './palette.module.css';
import { PaletteView } from './PaletteView.tsx';
import { actionEntries, actionId, usePaletteActions, type PaletteAction } from './use-palette-actions.ts';

export interface CommandPaletteProps {
  readonly disclosure: DisclosureRef;
  readonly onLayout: () => void;
}

/** Pages, actions and records by a few letters, in a window over everything; on a phone it takes the whole screen. */
export function CommandPalette(props: CommandPaletteProps) {
  const tabs = useSelector(useShell(), selectTabsRef);
  // Before there is a window: what somebody types belongs into its box, which is there with the first frame.
  useBundle('palette');
  return tabs ? <PaletteDialog {...props} tabs={tabs} /> : null;
}

function PaletteDialog({ disclosure, onLayout, tabs }: CommandPaletteProps & { readonly tabs: TabsRef }) {
  const { navigation, notices } = useApp();
  const isOpen = useSelector(disclosure, selectIsOpen);
  const isPhone = useIsPhone();
  // Its effects outlive the window: a cache is cleared after it has closed.
  const actions = usePaletteActions(tabs, onLayout);
  const close = () => disclosure.send({ type: 'disclosure.closed' });
  const goTo = (to: string) => navigation.send({ type: 'navigation.requested', to, mode: 'push' });
  const add = async (path: string) => {
    const outcome = await openNewRecord({ tabs, navigation, path });
    if (outcome === 'taken') notices.send({ type: 'notice.raised', kind: 'warning', text: t('palette.formOpen') });
  };
  const follow = ({ id, href }: PaletteChoice) => {
    close();
    if (href !== null) return goTo(href);
    if (id.startsWith(PAGE)) return goTo(id.slice(PAGE.length));
    if (id.startsWith(LINK)) return void window.open(id.slice(LINK.length), '_blank', 'noopener,noreferrer');
    if (id.startsWith(ADD)) return void add(id.slice(ADD.length));
    actions.find((action) => actionId(action) === id)?.run();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={t('palette.title')}
      size={640}
      centered={false}
      yOffset="10vh"
      padding={0}
      fullScreen={isPhone}
      // Given back at once, so that what is opened from here can take it.
      returnFocus={false}
      // Gone at once: whoever opens it again while it fades would meet the old one.
      transitionProps={{ duration: 120, exitDuration: 0 }}
      closeButtonProps={{ 'aria-label': t('palette.close') }}
      classNames={{ header: classes.header, body: classes.body }}
    >
      <OpenPalette actions={actions} onPicked={follow} />
    </Modal>
  );
}

interface OpenPaletteProps {
  readonly actions: readonly PaletteAction[];
  readonly onPicked: (choice: PaletteChoice) => void;
}

function OpenPalette({ actions, onPicked }: OpenPaletteProps) {
  const { adminSession } = useApp();
  const shell = useShell();
  const { palette: logic, recentOf } = useBundle('palette');
  const person = useSelector(adminSession, selectAdmin)?.id ?? 0;
  const items = useSelector(shell, selectMenuItems);
  const start = useSelector(shell, selectStart);
  const palette = useLeafActor(logic, {
    id: 'commandPalette',
    input: {
      person,
      entries: [...pageEntries(items), ...actionEntries(actions), ...(start ? addEntries(start.menu) : [])],
      sections: start ? searchSections(start.menu) : [],
      recent: recentOf(person),
    },
  });
  return <PaletteView palette={palette} actions={actions} onPicked={onPicked} />;
}
