import { selectInspectorHasFailed, selectInspectorIsConnected } from '#machines/observe/inspector.machine';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { inspectorLogic } from '#actors/observe/inspector.actors';
import { useApp } from '../../base/app-context.ts';
import { t } from '../../base/i18n.ts';
import { useLeafActor } from '../../base/use-leaf-actor.ts';
import classes from './InspectorSwitch.module.css';

/** Tells Stately Inspector what happens, as long as it is on. */
export function InspectorSwitch() {
  const { journal } = useApp();
  const logic = useMemo(() => inspectorLogic(journal), [journal]);
  const link = useLeafActor(logic, { id: 'inspector' });
  const isOn = useSelector(link, selectInspectorIsConnected);
  const hasFailed = useSelector(link, selectInspectorHasFailed);
  return (
    <label className={classes.switch} title={t('flows.inspector.hint')}>
      <input type="checkbox" checked={isOn} onChange={() => link.send({ type: isOn ? 'inspector.released' : 'inspector.requested' })} />
      {t('flows.inspector.connect')}
      {hasFailed && <span role="alert">{t('flows.inspector.failed')}</span>}
    </label>
  );
}
