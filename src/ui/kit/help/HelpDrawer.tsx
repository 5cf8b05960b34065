import '../form-styles.ts';
import { CloseButton, Drawer, Portal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { isOfInputMethod } from '#domain/fields/input-method';
import type { Area } from '#domain/base/area';
import { selectRoute } from '#machines/app/navigation.machine';
import { selectIsOpen, type DisclosureRef } from '#machines/base/disclosure.machine';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useBundle } from '../../base/lazy-bundles.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import { Waiting } from './Waiting.tsx';
import classes from './help.module.css';
import { HelpView } from './HelpView.tsx';

export interface HelpDrawerProps {
  readonly drawer: DisclosureRef;
  readonly area: Area;
}

/** From here on the page has room beside the help, and can be used while one reads. */
const WIDE = '(min-width: 75em)';

/** The help of the page: beside it where there is room, so that steps can be followed while one reads them; else over it. */
export function HelpDrawer({ drawer, area }: HelpDrawerProps) {
  const isOpen = useSelector(drawer, selectIsOpen);
  const isBeside = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  const close = () => drawer.send({ type: 'disclosure.closed' });
  if (isBeside) return isOpen && <Beside area={area} onClose={close} />;
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      position="right"
      size="min(100%, 420px)"
      title={t('help.title')}
      closeButtonProps={{ 'aria-label': t('help.close') }}
      classNames={{ title: classes.drawerTitle ?? '' }}
    >
      <Suspense fallback={<Waiting />}>
        <Opened area={area} onLeave={close} />
      </Suspense>
    </Drawer>
  );
}

/** No modal dialog: what is beside it stays in use. */
function Beside({ area, onClose }: { readonly area: Area; readonly onClose: () => void }) {
  return (
    <Portal>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog closes on Esc, wherever in it the focus is */}
      <section
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element would bring the browser's own place and look
        role="dialog"
        aria-label={t('help.title')}
        className={classes.beside}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Escape' && !isOfInputMethod(nativeEvent)) onClose();
        }}
      >
        <header className={classes.header}>
          <strong className={classes.drawerTitle}>{t('help.title')}</strong>
          <CloseButton aria-label={t('help.close')} onClick={onClose} />
        </header>
        <div className={classes.body}>
          <Suspense fallback={<Waiting />}>
            <Opened area={area} onLeave={undefined} />
          </Suspense>
        </div>
      </section>
    </Portal>
  );
}

interface OpenedProps {
  readonly area: Area;
  /** Where the help lies over the page, it goes when somebody follows a link to one. */
  readonly onLeave: (() => void) | undefined;
}

/** Each opening begins with the page that is shown then. */
function Opened({ area, onLeave }: OpenedProps) {
  const { navigation } = useApp();
  const help = useBundle('help');
  const path = useSelector(navigation, selectRoute)?.path ?? '/';
  const actor = useLeafActor(help, { id: 'help', input: { area, path } });
  return <HelpView actor={actor} path={path} onLeave={onLeave} />;
}
