import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { selectLives, type DesignedSectionsRef, type SiteLife } from '#machines/designer/designed-sections.machine';
import { t } from '../../../base/i18n.ts';
import type { DesignerAbilities } from '../base/abilities.ts';
import { titleIn } from '../base/section-title.ts';
import { DesignStateBadge } from './SectionList.tsx';
import classes from './start.module.css';

interface LifeListProps {
  readonly sections: DesignedSectionsRef;
  readonly rights: DesignerAbilities;
}

/** Sections of the program whose records have a life, which a site may draw anew. */
export function LifeList({ sections, rights }: LifeListProps) {
  const lives = useSelector(sections, selectLives);
  if (lives.length === 0) return null;
  return (
    <section className={classes.lives} aria-labelledby="site-lives">
      <h2 id="site-lives" className={classes.subtitle}>
        {t('designer.lives.title')}
      </h2>
      <p className={classes.text}>{t('designer.lives.text')}</p>
      <ul className={classes.list} aria-label={t('designer.lives.title')}>
        {lives.map((life) => (
          <LifeCard key={life.name} life={life} sections={sections} rights={rights} />
        ))}
      </ul>
    </section>
  );
}

function LifeCard({ life: { name, label, state, hasDraft, isBehind }, sections, rights }: LifeListProps & { readonly life: SiteLife }) {
  const title = titleIn(label, name);
  const note = isBehind ? 'behind' : hasDraft ? 'hasDraft' : null;
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        <button type="button" className={classes.cardTitle} onClick={() => sections.send({ type: 'life.opened', name })}>
          {title}
        </button>
        <DesignStateBadge section={{ state }} />
      </div>
      {note && <span className={classes.draft}>{t(`designer.lives.${note}`)}</span>}
      {rights.mayDesign && state !== 'program' && (
        <div className={classes.doors}>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('designer.lives.backOf', { name: title })}
            onClick={() => sections.send({ type: 'life.programRequested', name })}
          >
            {t('designer.lives.back')}
          </Button>
        </div>
      )}
    </li>
  );
}
