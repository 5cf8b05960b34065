import '@mantine/core/styles/Tabs.layer.css';
import { Alert, Button, Tabs } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCode, IconEye } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { Suspense, type KeyboardEvent } from 'react';
import { DESIGN_VIEWS, type DesignView } from '#machines/designer/designer.vocabulary';
import { selectIsLifeAlone, selectView, selectSectionDesignerIsUnsaved } from '#machines/designer/section-designer.selectors';
import type { SectionDesignerRef } from '#machines/designer/section-designer.machine';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { lazyView } from '../../../base/lazy-view.tsx';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { keepFocus } from '../../../kit/keep-focus.ts';
import { DesigningContext, useDesigning } from '../base/designer-context.ts';
import { isInside } from '../base/is-inside.ts';
import { PropertiesPane } from '../properties/PropertiesPane.tsx';
import classes from './desk.module.css';
import { DeskHeader } from './DeskHeader.tsx';
import { FieldList } from './FieldList.tsx';
import { GeneralIssues } from './GeneralIssues.tsx';
import { Palette } from './Palette.tsx';

const FormPreview = lazyView(async () => (await import('./FormPreview.tsx')).FormPreview);
const ListPreview = lazyView(async () => (await import('./ListPreview.tsx')).ListPreview);
const LifeView = lazyView(async () => (await import('../life/LifeView.tsx')).LifeView);
const TableView = lazyView(async () => (await import('./TableView.tsx')).TableView);

/** The drawing desk: what can be added, what there is, and what is said of the one that is chosen. */
export function DesignDesk({ designer }: { readonly designer: SectionDesignerRef }) {
  const { palette: logic } = useBundle('designer');
  const palette = useLeafActor(logic, { id: 'fieldPalette', input: { owner: designer } });
  const onKeyDown = (event: KeyboardEvent) => {
    const wish = isInside(event) ? wishOf(event) : null;
    if (!wish) return;
    event.preventDefault();
    designer.send({ type: wish });
  };
  return (
    <DesigningContext value={{ designer, palette }}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the buttons above, heard wherever the focus is */}
      <section ref={keepFocus} className={classes.desk} onKeyDown={onKeyDown}>
        <DeskHeader />
        <LookedAt />
        <InSource />
        <Stopped />
        <Drift />
        <GeneralIssues />
        <Columns />
      </section>
    </DesigningContext>
  );
}

/** A life needs the room of all three, and has properties of its own. */
function Columns() {
  const { designer } = useDesigning();
  const isLife = useSelector(designer, (snapshot) => selectView(snapshot) === 'life');
  return (
    <div className={classes.columns} data-wide={isLife || undefined}>
      {!isLife && <Palette />}
      <Views />
      {!isLife && <PropertiesPane />}
    </div>
  );
}

/** Inputs take back their own letters. */
function wishOf({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): 'design.undone' | 'design.redone' | null {
  const isInput = target instanceof HTMLElement && target.closest('input:not([type="checkbox"], [type="radio"]), textarea') !== null;
  if (isInput || altKey || !(ctrlKey || metaKey)) return null;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? 'design.redone' : 'design.undone';
  return letter === 'y' && !shiftKey ? 'design.redone' : null;
}

const isView = (value: string | null): value is DesignView => DESIGN_VIEWS.some((one) => one === value);

const LIFE_ALONE = ['life'] as const satisfies readonly DesignView[];

function Views() {
  const { designer } = useDesigning();
  const view = useSelector(designer, selectView);
  const isLifeAlone = useSelector(designer, selectIsLifeAlone);
  return (
    <Tabs
      value={view}
      keepMounted={false}
      className={classes.views}
      onChange={(value) => isView(value) && designer.send({ type: 'view.chosen', view: value })}
    >
      <Tabs.List className={classes.tabs} aria-label={t('designer.desk.views')}>
        {(isLifeAlone ? LIFE_ALONE : DESIGN_VIEWS).map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`designer.view.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={view} className={classes.panel}>
        <Suspense>
          {view === 'fields' && <FieldList />}
          {view === 'life' && <LifeView />}
          {view === 'form' && <FormPreview />}
          {view === 'list' && <ListPreview />}
          {view === 'table' && <TableView />}
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}

/** Whoever may not draw is told so before the first try. */
function LookedAt() {
  const { designer } = useDesigning();
  const isReadOnly = useSelector(designer, ({ context }) => context.isReadOnly);
  return isReadOnly && <Alert color="gray" icon={<IconEye size={18} />} title={t('designer.desk.lookedAt')} />;
}

/** Its folder has taken over: there is nothing to publish. */
function InSource() {
  const { designer } = useDesigning();
  const isInSource = useSelector(designer, ({ context }) => context.state === 'ejected');
  return (
    isInSource && (
      <Alert color="jade" icon={<IconCode size={18} />} title={t('designer.source.taken')}>
        {t('designer.source.takenText')}
      </Alert>
    )
  );
}

/** The program has changed so that it cannot go on with the site's life: its own runs. */
function Stopped() {
  const { designer } = useDesigning();
  const isStopped = useSelector(designer, ({ context }) => context.state === 'stopped');
  return (
    isStopped && (
      <Alert color="orange" icon={<IconAlertTriangle size={18} />} title={t('designer.lives.stopped')}>
        {t('designer.lives.stoppedText')}
      </Alert>
    )
  );
}

/** How the table differs from what was published: somebody else has worked on the database. */
function Drift() {
  const { designer } = useDesigning();
  const drift = useSelector(designer, ({ context }) => context.drift);
  const canPlan = useSelector(designer, (snapshot) => snapshot.can({ type: 'plan.requested' }));
  const failure = useSelector(designer, (snapshot) => (selectSectionDesignerIsUnsaved(snapshot) ? null : snapshot.context.failure));
  return (
    <>
      {failure && (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title={t('designer.desk.planFailed')}>
          <FailureText failure={failure} />
        </Alert>
      )}
      {drift.length > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle size={18} />} title={t('designer.drift.title')}>
          <p className={classes.alertText}>{t('designer.drift.text')}</p>
          <ul className={classes.drift}>
            {drift.map(({ what, name, expected, found }) => (
              <li key={`${what} ${name}`}>
                <b>{t(`designer.drift.${what}`, { name })}</b>{' '}
                {t('designer.drift.differs', {
                  expected: expected ?? t('designer.drift.nothing'),
                  found: found ?? t('designer.drift.nothing'),
                })}
              </li>
            ))}
          </ul>
          <Button variant="default" size="compact-sm" mt={8} disabled={!canPlan} onClick={() => designer.send({ type: 'plan.requested' })}>
            {t('designer.drift.review')}
          </Button>
        </Alert>
      )}
    </>
  );
}
