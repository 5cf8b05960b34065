import { IconCheck } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectStage, type ModuleInstallRef, type Stage } from '#machines/modules/module-install.machine';
import { t } from '../../../base/i18n.ts';
import classes from './install.module.css';

const STAGES = ['look', 'review', 'apply', 'done'] as const satisfies readonly Stage[];

/** How far the module has come. */
export function Stages({ install }: { readonly install: ModuleInstallRef }) {
  const stage = useSelector(install, selectStage);
  const now = STAGES.indexOf(stage);
  return (
    <ol className={classes.stages} aria-label={t('modules.stage.label')}>
      {STAGES.map((one, index) => (
        <li
          key={one}
          className={classes.stage}
          data-state={index < now || stage === 'done' ? 'done' : index === now ? 'now' : 'later'}
          aria-current={index === now ? 'step' : undefined}
        >
          <span className={classes.dot} aria-hidden>
            {index < now || stage === 'done' ? <IconCheck size={14} /> : index + 1}
          </span>
          <span className={classes.stageName}>{t(`modules.stage.${one}`)}</span>
        </li>
      ))}
    </ol>
  );
}
