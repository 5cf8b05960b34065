import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconDownload,
  IconExternalLink,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { pagePathOf } from '#domain/table/resource';
import { nodePath } from '#domain/rights/permission';
import { selectIsBusy } from '#machines/base/select-is-busy';
import type { DesignedSection, DesignedSectionsRef } from '#machines/designer/designed-sections.machine';
import type { DesignState } from '#machines/designer/designer.vocabulary';
import { AppLink } from '../../../base/AppLink.tsx';
import { t } from '../../../base/i18n.ts';
import { timeAttribute, timeText } from '../../../kit/cells/time-text.ts';
import type { DesignerAbilities } from '../base/abilities.ts';
import { Sign } from '../base/Sign.tsx';
import { titleIn } from '../base/section-title.ts';
import classes from './start.module.css';

interface SectionListProps {
  readonly sections: DesignedSectionsRef;
  readonly list: readonly DesignedSection[];
  readonly rights: DesignerAbilities;
}

/** Every section that is designed here, with where it stands. */
export const SectionList = ({ list, ...props }: SectionListProps) => (
  <ul className={classes.list} aria-label={t('designer.start.list')}>
    {list.map((section) => (
      <SectionCard key={section.name} section={section} {...props} />
    ))}
  </ul>
);

interface SectionCardProps extends Omit<SectionListProps, 'list'> {
  readonly section: DesignedSection;
}

function SectionCard({ section, sections, rights }: SectionCardProps) {
  const title = titleIn(section.label, section.name);
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        <button type="button" className={classes.cardTitle} onClick={() => sections.send({ type: 'section.opened', name: section.name })}>
          {title}
        </button>
        <DesignStateBadge section={section} />
        <SectionMenu section={section} sections={sections} rights={rights} title={title} />
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>{t('designer.start.table')}</dt>
          <dd>
            <code>{section.table}</code>
          </dd>
        </div>
        <div>
          <dt>{t('designer.start.revision')}</dt>
          <dd>{section.revision === 0 ? t('designer.start.never') : t('designer.start.number', { number: section.revision })}</dd>
        </div>
        <div>
          <dt>{t('designer.start.changed')}</dt>
          <dd>
            <time dateTime={timeAttribute(section.updateTime)}>{timeText(section.updateTime)}</time>
          </dd>
        </div>
      </dl>
      <div className={classes.doors}>
        {(section.state === 'live' || section.state === 'ejected') && (
          <AppLink to={nodePath('admin', pagePathOf(section))} className={classes.door}>
            <IconExternalLink size={15} aria-hidden /> {t('designer.start.records')}
          </AppLink>
        )}
        {section.hasDraft && section.revision > 0 && <span className={classes.draft}>{t('designer.start.hasDraft')}</span>}
      </div>
    </li>
  );
}

const TONES = {
  draft: 'plain',
  live: 'good',
  paused: 'warning',
  ejected: 'plain',
  program: 'plain',
  site: 'good',
  stopped: 'warning',
} as const satisfies Record<DesignState, string>;

export const DesignStateBadge = ({ section }: { readonly section: { readonly state: DesignState } }) => (
  <Sign tone={TONES[section.state]}>{t(`designer.state.${section.state}`)}</Sign>
);

function SectionMenu({ section, sections, rights, title }: SectionCardProps & { readonly title: string }) {
  const { name, state } = section;
  const isBusy = useSelector(sections, selectIsBusy);
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={t('designer.start.more', { name: title })} loading={isBusy}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => sections.send({ type: 'section.opened', name })}>
          {t('designer.start.open')}
        </Menu.Item>
        {rights.mayDesign && (
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() => sections.send({ type: 'section.copyRequested', name })}
          >
            {t('designer.start.copy')}
          </Menu.Item>
        )}
        {rights.mayDesign && state === 'live' && (
          <Menu.Item
            leftSection={<IconPlayerPause size={16} aria-hidden />}
            onClick={() => sections.send({ type: 'section.paused', name })}
          >
            {t('designer.start.pause')}
          </Menu.Item>
        )}
        {rights.mayDesign && state === 'paused' && (
          <Menu.Item
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={() => sections.send({ type: 'section.resumed', name })}
          >
            {t('designer.start.resume')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => sections.send({ type: 'section.exported', name })}>
          {t('designer.start.export')}
        </Menu.Item>
        {rights.mayRemove && state !== 'ejected' && (
          <>
            <Menu.Divider />
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => sections.send({ type: 'section.removeRequested', name })}
            >
              {t('designer.start.remove')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
