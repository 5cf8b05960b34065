import { useSelector } from '@xstate/react';
import { selectParted } from '#machines/modules/module-store.selectors';
import type { ModuleStoreRef } from '#machines/modules/module-store.machine';
import { t } from '../../../base/i18n.ts';
import { ConfirmDialog } from '../../../kit/dialogs/ConfirmDialog.tsx';
import { moduleText } from '../base/module-words.ts';
import classes from './store.module.css';

/** Whether a registry goes, whose key would have to be compared once more. */
export function ForgetDialog({ store }: { readonly store: ModuleStoreRef }) {
  const registry = useSelector(store, selectParted);
  return (
    <ConfirmDialog
      isOpen={registry !== undefined}
      title={registry ? t('modules.registry.forgetTitle', { name: moduleText(registry.name) }) : ''}
      confirm={{
        label: t('modules.registry.forget'),
        isDanger: true,
        onConfirm: () => store.send({ type: 'question.confirmed' }),
      }}
      onCancel={() => store.send({ type: 'question.cancelled' })}
    >
      <p className={classes.text}>{t('modules.registry.forgetText')}</p>
    </ConfirmDialog>
  );
}
