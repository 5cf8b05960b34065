import { IconTerminal2 } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectTerminal } from '#machines/app/app.machine';
import { selectHasDot } from '#machines/terminal/terminal-dot';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { lazyView } from '../../base/lazy-view.tsx';
import { LazyDialog } from '../../kit/dialogs/LazyDialog.tsx';
import { ToolButton } from '../../kit/ToolButton.tsx';
import classes from '../base/Header.module.css';

const TerminalPanel = lazyView(async () => (await import('./load-panel.ts')).loadPanel());

/** Opens the terminal, for super administrators; the dot says that there is output nobody has seen. */
export function TerminalButton() {
  const terminal = useSelector(useApp().app, selectTerminal);
  const hasDot = useSelector(terminal, selectHasDot);
  const isOpen = useSelector(terminal, (snapshot) => snapshot?.hasTag('open') ?? false);
  if (!terminal) return null;
  return (
    <>
      <ToolButton
        label={t(hasDot ? 'admin.terminal.unseen' : 'admin.terminal.open')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => terminal.send({ type: 'terminal.opened' })}
      >
        <span className={classes.dotted} data-dot={hasDot || undefined}>
          <IconTerminal2 size={19} stroke={1.75} aria-hidden="true" />
        </span>
      </ToolButton>
      <LazyDialog isOpen={isOpen}>
        <TerminalPanel terminal={terminal} />
      </LazyDialog>
    </>
  );
}
