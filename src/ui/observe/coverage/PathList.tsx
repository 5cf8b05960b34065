import { useSelector } from '@xstate/react';
import { guardsOf, isWalked, walkedCount, type MachinePaths, type PathItem, type PathWalker } from '#domain/observe/path-report';
import { selectWayKey } from '#machines/observe/coverage.machine';
import { triggerSign, triggerText, type ChartSign } from '#machines/observe/chart-layout';
import type { DrawnChart, ChartEdge } from '#machines/observe/chart-of';
import { t } from '../../base/i18n.ts';
import { SIGN_ICONS } from '../chart/ChartWords.tsx';
import { PathDetails } from './PathDetails.tsx';
import classes from './PathList.module.css';
import { tonesOf } from './path-tones.ts';
import type { Coverage } from './use-coverage.ts';

interface PathListProps {
  readonly coverage: Coverage;
  readonly machine: MachinePaths;
  /** Null until it is there; then transitions are known by their ids alone. */
  readonly chart: DrawnChart | null;
  readonly onChoose: (key: string) => void;
  readonly onWalk: (item: PathItem) => void;
}

const GROUPS = ['state', 'transition'] as const;

/** Every state and every transition of a machine, with who has walked it; the chosen one with its way. */
export function PathList({ coverage: { actor, store }, machine, chart, onChoose, onWalk }: PathListProps) {
  const { walker, itemKey, hasGapsOnly } = useSelector(store, ({ context }) => context);
  const wayKey = useSelector(actor, selectWayKey);
  const tones = tonesOf(machine, walker);
  return GROUPS.map((kind) => {
    // What is looked at may have been chosen on the chart.
    const shown = machine[kind].filter((item) => !hasGapsOnly || item.key === itemKey || hasGap(machine, item, walker));
    return (
      <section key={kind} className={classes.group} aria-label={t(`coverage.kinds.${kind}`)}>
        <h3>
          {t(`coverage.kinds.${kind}`)}{' '}
          <span className={classes.count}>
            {walkedCount(machine[kind], walker)}/{machine[kind].length}
          </span>
        </h3>
        {shown.length === 0 && <p className={classes.nothing}>{t('coverage.noGaps')}</p>}
        <ul>
          {shown.map((item) => (
            <li key={item.key} data-tone={tones[item.key]} data-item={item.key}>
              <button
                type="button"
                className={classes.row}
                aria-expanded={item.key === itemKey}
                ref={item.key === itemKey ? bringIntoSight : undefined}
                onClick={() => onChoose(item.key === itemKey ? '' : item.key)}
              >
                <ItemName machine={machine} item={item} chart={chart} />
                <OpenGuards machine={machine} item={item} walker={walker} />
              </button>
              {item.key === itemKey && <PathDetails machine={machine} item={item} wayKey={wayKey} onWalk={onWalk} />}
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

const hasGap = (machine: MachinePaths, item: PathItem, by: PathWalker): boolean =>
  [item, ...guardsOf(machine, item)].some((one) => !isWalked(one, by));

/** What was chosen on the chart may be far down. */
const bringIntoSight = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });

type ItemProps = Pick<PathListProps, 'machine' | 'chart'> & { readonly item: PathItem };

/** States by their place in the machine; transitions by what they wait for, and from where to where they lead. */
function ItemName({ machine, item: { key, way }, chart }: ItemProps) {
  const short = (id: string): string => (id.startsWith(`${machine.id}.`) ? id.slice(machine.id.length + 1) : id);
  const edge = chart?.edges.find(({ id }) => id === key);
  return (
    <span className={classes.name}>
      <span className={classes.trigger}>{edge ? <TriggerWords edge={edge} /> : short(key)}</span>
      {edge && (
        <span className={classes.ends}>
          {edge.guard !== null && `[${edge.guard}] `}
          {short(edge.sourceId)} {edge.targetIds.length > 0 && `→ ${edge.targetIds.map(short).join(', ')}`}
        </span>
      )}
      {way === null && <span className={classes.lost}>{t('coverage.unreachable')}</span>}
    </span>
  );
}

/** Where the sign says it all on a chart, a line of text has room for a word. */
function TriggerWords({ edge: { trigger } }: { readonly edge: ChartEdge }) {
  const sign = triggerSign(trigger);
  const words =
    trigger.kind === 'always'
      ? t('flows.chart.legendAlways')
      : trigger.kind === 'stateDone'
        ? t('coverage.stateDone')
        : triggerText(trigger);
  return (
    <>
      {sign && <Sign sign={sign} />}
      {words}
    </>
  );
}

function Sign({ sign }: { readonly sign: ChartSign }) {
  const Icon = SIGN_ICONS[sign];
  return <Icon size={14} stroke={2} className={classes.sign} aria-hidden="true" />;
}

/** The decisions of its guard that are still to be walked. */
function OpenGuards({ machine, item, walker }: Pick<ItemProps, 'machine' | 'item'> & { readonly walker: PathWalker }) {
  const open = guardsOf(machine, item).filter((decision) => !isWalked(decision, walker));
  if (open.length === 0 || !isWalked(item, walker)) return null;
  return (
    <span className={classes.open}>
      {open.map(({ key }) => t(key.endsWith('yes') ? 'coverage.guards.yesOpen' : 'coverage.guards.noOpen')).join(' ')}
    </span>
  );
}
