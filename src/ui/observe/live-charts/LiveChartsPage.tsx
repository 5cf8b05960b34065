import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { LiveChartsView } from './LiveChartsView.tsx';
import { InspectorSwitch } from './InspectorSwitch.tsx';
import { openFlowPanel } from './open-panel.tsx';
import buttons from '../../kit/plain-button.module.css';
import { DevFrame } from '../base/DevFrame.tsx';
import classes from './LiveChartsPage.module.css';

/** `/dev/flows`: every behaviour of this page, live. */
export function LiveChartsPage() {
  const handle = useApp();
  const openBeside = () => {
    openFlowPanel(handle);
    handle.navigation.send({ type: 'navigation.requested', to: '/admin', mode: 'push' });
  };
  const actions = (
    <>
      {import.meta.env.DEV && <InspectorSwitch />}
      <button type="button" className={`${buttons.secondary} ${classes.beside}`} onClick={openBeside}>
        {t('flows.panel.openBeside')}
      </button>
    </>
  );
  return (
    <DevFrame title={t('flows.title')} lead={t('flows.lead')} fit="window" actions={actions}>
      <LiveChartsView />
    </DevFrame>
  );
}
