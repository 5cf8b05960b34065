import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { findResource } from '#actors/base/resource-book';
import { isPermitted } from '#domain/rights/permission';
import { planWindowLogic } from '#machines/changes/change-windows.logic';
import { permissionFacts } from '#machines/shell/admin-shell.machine';
import { SectionPicker, useChosenSection } from '#ui/admin/changes/SectionPicker.tsx';
import { t } from '#ui/base/i18n.ts';
import { useShell } from '#ui/base/shell-context.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import { UndoPlanDialog } from '#ui/kit/changes/UndoPlanDialog.tsx';
import { LazyDialog } from '#ui/kit/dialogs/LazyDialog.tsx';
import { resourceLabel } from '#ui/kit/resource-texts.ts';
import type { ListProps } from '#ui/kit/table/base/table-extras.ts';
import classes from './timeline.module.css';

const REWIND = 'security/change/rewind';

/** Which section is shown, and taking it back to a moment. */
export function TimelineTools({ collection }: ListProps) {
  const chosen = findResource(useChosenSection(collection));
  const facts = useSelector(useShell(), permissionFacts, (a, b) => a.urls === b.urls);
  const plan = useLeafActor(planWindowLogic, { id: 'rewindPlan' });
  const isOpen = useSelector(plan, (snapshot) => snapshot.context.isOpen);
  const rewind = () =>
    chosen &&
    plan.send({
      type: 'disclosure.opened',
      shown: { kind: 'rewind', request: null, place: { resource: chosen.name }, title: resourceLabel(chosen) },
    });
  return (
    <>
      <SectionPicker collection={collection} />
      {isPermitted(REWIND, facts) && (
        <Button
          className={classes.rewind}
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          disabled={!chosen}
          title={t(chosen ? 'changes.timeline.rewind' : 'changes.timeline.rewindHint')}
          aria-haspopup="dialog"
          onClick={rewind}
        >
          <span className={classes.word}>{t('changes.timeline.rewind')}</span>
        </Button>
      )}
      <LazyDialog isOpen={isOpen}>
        <UndoPlanDialog window={plan} list={collection} />
      </LazyDialog>
    </>
  );
}
