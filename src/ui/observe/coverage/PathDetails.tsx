import { IconPlayerPlay } from '@tabler/icons-react';
import { guardsOf, PATH_SOURCES, type MachinePaths, type PathItem } from '#domain/observe/path-report';
import { t } from '../../base/i18n.ts';
import buttons from '../../kit/plain-button.module.css';
import classes from './PathDetails.module.css';

interface PathDetailsProps {
  readonly machine: MachinePaths;
  readonly item: PathItem;
  /** What the way that is being walked leads to. */
  readonly wayKey: string;
  readonly onWalk: (item: PathItem) => void;
}

/** Who has walked a state or a transition, how its guard has decided, and the shortest way to it. */
export function PathDetails({ machine, item, wayKey, onWalk }: PathDetailsProps) {
  const guards = guardsOf(machine, item);
  const decision = guards.find(({ key }) => key === wayKey);
  return (
    <div className={classes.details}>
      <dl className={classes.facts}>
        <dt>{t('coverage.walkedBy')}</dt>
        <dd>{sourcesText(item)}</dd>
        {guards.map((one) => (
          <div key={one.key} className={classes.guard}>
            <dt>{t(one.key.endsWith('yes') ? 'coverage.guards.yes' : 'coverage.guards.no')}</dt>
            <dd data-open={one.sources.length === 0 || undefined}>{sourcesText(one)}</dd>
            {one.key.endsWith('no') && one.walk !== null && (
              <button type="button" className={classes.small} onClick={() => onWalk(one)}>
                {t('coverage.walk.begin')}
              </button>
            )}
          </div>
        ))}
      </dl>
      <h4>{t('coverage.way')}</h4>
      <Way item={decision ?? item} />
      {item.walk !== null ? (
        <button type="button" className={`${buttons.secondary} ${classes.walk}`} onClick={() => onWalk(item)}>
          <IconPlayerPlay size={16} stroke={1.75} aria-hidden="true" />
          {t('coverage.walk.begin')}
        </button>
      ) : (
        item.way !== null && (
          <p className={classes.hint}>{t(item.sources.includes('model') ? 'coverage.walk.unwritable' : 'coverage.walk.unknown')}</p>
        )
      )}
    </div>
  );
}

const sourcesText = ({ sources }: PathItem): string =>
  sources.length === 0
    ? t('coverage.nobody')
    : PATH_SOURCES.filter((source) => sources.includes(source))
        .map((source) => t(`coverage.walkers.${source}`))
        .join(t('coverage.comma'));

function Way({ item: { way } }: Pick<PathDetailsProps, 'item'>) {
  if (way === null) return <p className={classes.lost}>{t('coverage.unreachableHint')}</p>;
  if (way.length === 0) return <p className={classes.hint}>{t('coverage.atBeginning')}</p>;
  return (
    <ol className={classes.way}>
      {way.map((step, index) => (
        // The steps of one way never change places.
        <li key={index}>
          <code>{step}</code>
        </li>
      ))}
    </ol>
  );
}
