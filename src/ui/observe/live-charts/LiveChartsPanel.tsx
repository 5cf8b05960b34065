import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { createStore } from '@xstate/store';
import { useSelector } from '@xstate/react';
import { useLayoutEffect, useMemo, type KeyboardEvent } from 'react';
import { AppLink } from '../../base/AppLink.tsx';
import { t } from '../../base/i18n.ts';
import { isDevEntry } from '../base/dev-entry.ts';
import { ToolButton } from '../../kit/ToolButton.tsx';
import classes from './LiveChartsPanel.module.css';
import { LiveChartsView } from './LiveChartsView.tsx';
import { InspectorSwitch } from './InspectorSwitch.tsx';

const WIDTHS_PX = { step: 120, min: 360, max: 1200 } as const;

interface PanelWidth {
  readonly widthPx: number;
}
const AT_FIRST: PanelWidth = { widthPx: 480 };

const createWidth = () =>
  createStore({
    context: AT_FIRST,
    on: {
      widened: ({ widthPx }, { byPx }: { readonly byPx: number }) => ({
        widthPx: Math.min(WIDTHS_PX.max, Math.max(WIDTHS_PX.min, widthPx + byPx)),
      }),
    },
  });

/** The live charts beside a page, which makes room for them. */
export function LiveChartsPanel({ onClose, chosen }: { readonly onClose: () => void; readonly chosen?: string | undefined }) {
  const width = useMemo(() => createWidth(), []);
  const widthPx = useSelector(width, ({ context }) => context.widthPx);
  // On the page itself, since it is what makes room.
  useLayoutEffect(() => {
    document.body.style.setProperty('--tp-flow-panel', `${widthPx}px`);
    return () => void document.body.style.removeProperty('--tp-flow-panel');
  }, [widthPx]);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only hears what its buttons do not use
    <aside className={classes.panel} aria-label={t('flows.panel.label')} onKeyDown={press}>
      <header className={classes.header}>
        <h2>{t('flows.title')}</h2>
        {isDevEntry() && (
          <AppLink to="/dev/journal" className={classes.journal} onClick={onClose}>
            {t('flows.panel.journal')}
          </AppLink>
        )}
        <span className={classes.wideOnly}>
          {import.meta.env.DEV && <InspectorSwitch />}
          <ToolButton label={t('flows.panel.wider')} onClick={() => width.trigger.widened({ byPx: WIDTHS_PX.step })}>
            <IconChevronLeft size={17} stroke={1.75} aria-hidden="true" />
          </ToolButton>
          <ToolButton label={t('flows.panel.narrower')} onClick={() => width.trigger.widened({ byPx: -WIDTHS_PX.step })}>
            <IconChevronRight size={17} stroke={1.75} aria-hidden="true" />
          </ToolButton>
        </span>
        <ToolButton label={t('flows.panel.close')} onClick={onClose}>
          <IconX size={17} stroke={1.75} aria-hidden="true" />
        </ToolButton>
      </header>
      <div className={classes.body}>
        <LiveChartsView chosen={chosen} />
      </div>
    </aside>
  );
}
