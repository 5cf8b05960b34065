import { Alert, Button, Menu, Skeleton } from '@mantine/core';
import { IconAlertCircle, IconChevronDown, IconFileImport, IconLayoutGrid, IconPlus } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { selectDesigned, selectDesignedSectionsIsUnavailable, selectIsFirstRead } from '#machines/designer/designed-sections.machine';
import type { SectionDesignerRef } from '#machines/designer/section-designer.machine';
import { abilitiesOf } from '../base/abilities.ts';
import { t } from '../../../base/i18n.ts';
import { useBundle } from '../../../base/lazy-bundles.ts';
import { useLeafActor } from '../../../base/use-leaf-actor.ts';
import { ChooseFile } from '../../../kit/files/ChooseFile.tsx';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { FailureText } from '../../../kit/feedback/FailureText.tsx';
import { ReadFailed } from '../../../kit/feedback/ReadFailed.tsx';
import { useShell } from '../../../base/shell-context.ts';
import { LifeList } from './LifeList.tsx';
import { OriginDialog } from './OriginDialog.tsx';
import { SectionList } from './SectionList.tsx';
import { StartDialogs } from './StartDialogs.tsx';
import { DESIGN_FILES, DOORS, importInto, type WaysProps } from './beginnings.ts';
import { Ways } from './Ways.tsx';
import classes from './start.module.css';

/** What is designed here, and where a design begins. */
export function StartPage({ designer }: { readonly designer: SectionDesignerRef }) {
  const logics = useBundle('designer');
  const sections = useLeafActor(logics.sections, { id: 'designedSections', input: { owner: designer } });
  const origins = useLeafActor(logics.origins, { id: 'designOrigins', input: { owner: designer } });
  const rights = useSelector(useShell(), abilitiesOf, (a, b) => a.mayDesign === b.mayDesign && a.mayRemove === b.mayRemove);
  const failure = useSelector(designer, ({ context }) => context.failure);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div className={classes.intro}>
          <h1 className={classes.title}>{t('designer.title')}</h1>
          <p className={classes.text}>{t('designer.intro')}</p>
        </div>
        {rights.mayDesign && <Beginnings sections={sections} origins={origins} />}
      </header>
      {failure && (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title={t('designer.openFailed')}>
          <FailureText failure={failure} />
        </Alert>
      )}
      <Body sections={sections} origins={origins} rights={rights} />
      <StartDialogs sections={sections} />
      <OriginDialog origins={origins} />
    </div>
  );
}

/** A blank design, and those that begin with something that is there. */
function Beginnings({ sections, origins }: WaysProps) {
  const canBegin = useSelector(sections, (snapshot) => snapshot.can({ type: 'section.newRequested' }));
  // Before there is a section, the page itself lists the ways to one.
  const hasWaysBelow = useSelector(sections, (snapshot) => selectDesigned(snapshot).length === 0);
  return (
    <div className={classes.beginnings}>
      {!hasWaysBelow && <OtherBeginnings sections={sections} origins={origins} canBegin={canBegin} />}
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={!canBegin}
        onClick={() => sections.send({ type: 'section.newRequested' })}
      >
        {t('designer.start.new')}
      </Button>
    </div>
  );
}

interface OtherBeginningsProps extends WaysProps {
  readonly canBegin: boolean;
}

/** The choice of what is there already. */
const OtherBeginnings = ({ sections, origins, canBegin }: OtherBeginningsProps) => (
  // Around the menu, whose items go with it before a file is chosen.
  <ChooseFile accept={DESIGN_FILES} onFile={(file) => void importInto(sections, file)}>
    {(file) => (
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />} disabled={!canBegin}>
            {t('designer.start.from')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {DOORS.map(({ door, Icon }) => (
            <Menu.Item
              key={door}
              leftSection={<Icon size={16} aria-hidden />}
              onClick={() => origins.send({ type: 'origin.requested', door })}
            >
              {t(`designer.origin.${door}.door`)}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<IconFileImport size={16} aria-hidden />} onClick={file.onClick}>
            {t('designer.start.file')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    )}
  </ChooseFile>
);

interface BodyProps extends WaysProps {
  readonly rights: ReturnType<typeof abilitiesOf>;
}

function Body({ sections, origins, rights }: BodyProps) {
  const list = useSelector(sections, selectDesigned);
  const isWaiting = useSelector(sections, selectIsFirstRead);
  const isUnavailable = useSelector(sections, selectDesignedSectionsIsUnavailable);
  const failure = useSelector(sections, ({ context }) => (context.asked === null ? context.failure : null));
  if (isWaiting) return <Skeleton height={220} radius="lg" aria-label={t('designer.start.loading')} aria-busy />;
  if (isUnavailable)
    return (
      <ReadFailed
        title={t('designer.start.loadFailed')}
        failure={failure}
        elsewhere={{ title: t('designer.start.elsewhere'), text: t('designer.start.elsewhereText') }}
        onRetry={() => sections.send({ type: 'sections.retried' })}
      />
    );
  return (
    <>
      {failure && (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} title={t('designer.start.actFailed')}>
          <FailureText failure={failure} />
        </Alert>
      )}
      {list.length === 0 ? (
        <Begin sections={sections} origins={origins} rights={rights} />
      ) : (
        <SectionList sections={sections} list={list} rights={rights} />
      )}
      <LifeList sections={sections} rights={rights} />
    </>
  );
}

/** What stands in the place of a first design: the ways to it, for whoever may design. */
const Begin = ({ rights, ...ways }: BodyProps) =>
  rights.mayDesign ? (
    <Ways {...ways} />
  ) : (
    <EmptyState level={2} icon={<IconLayoutGrid size={24} stroke={1.5} />} title={t('designer.start.none')} />
  );
