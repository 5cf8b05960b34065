import { IconRefresh } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import {
  hasPathGap,
  PATH_KINDS,
  PATH_WALKERS,
  walkedCount,
  type MachinePaths,
  type PathKind,
  type PathReport,
  type PathWalker,
} from '#domain/observe/path-report';
import { pageLanguage, t } from '../../base/i18n.ts';
import { ToolButton } from '../../kit/ToolButton.tsx';
import { GapFilter, MachineSearch, WalkerSwitch } from './CoverageFilters.tsx';
import classes from './MachineTable.module.css';
import type { Coverage } from './use-coverage.ts';

interface MachineTableProps {
  readonly coverage: Coverage;
  readonly report: PathReport;
}

/** How much of each machine was walked, by whom; all of them together first. */
export function MachineTable({ coverage: { actor, store }, report }: MachineTableProps) {
  const { search, hasGapsOnly, walker } = useSelector(store, ({ context }) => context);
  const words = search.trim().toLowerCase();
  const isFound = ({ id, path }: MachinePaths) => id.toLowerCase().includes(words) || path.toLowerCase().includes(words);
  const found = report.machines.filter((machine) => isFound(machine) && (!hasGapsOnly || hasPathGap(machine, walker)));
  const measured = new Date(report.measuredTime * 1000).toLocaleString(pageLanguage());
  const open = ({ id, path }: MachinePaths) => {
    store.trigger.machineEntered();
    actor.send({ type: 'coverage.machineChosen', machine: { id, path } });
  };
  return (
    <div className={classes.page}>
      <div className={classes.filters}>
        <MachineSearch store={store} />
        <GapFilter store={store} />
        <WalkerSwitch store={store} />
        <span className={classes.measured}>
          {t('coverage.measured', { time: measured })}
          <ToolButton label={t('coverage.reread')} onClick={() => actor.send({ type: 'coverage.rereadRequested' })}>
            <IconRefresh size={17} stroke={1.75} aria-hidden="true" />
          </ToolButton>
        </span>
      </div>
      <table className={classes.table}>
        <caption className={classes.quiet}>{t('coverage.table')}</caption>
        <TableHead walker={walker} />
        <tbody>
          <tr className={classes.total}>
            <th scope="row">{t('coverage.total', { count: report.machines.length })}</th>
            <Figures machines={report.machines} walker={walker} />
          </tr>
          {found.map((machine) => (
            <tr key={machine.id} data-machine={machine.id}>
              <th scope="row">
                <button type="button" className={classes.open} onClick={() => open(machine)}>
                  {machine.id}
                </button>
              </th>
              <Figures machines={[machine]} walker={walker} />
            </tr>
          ))}
        </tbody>
      </table>
      {found.length === 0 && <p className={classes.nothing}>{t(words === '' ? 'coverage.noGaps' : 'coverage.noMachine')}</p>}
    </div>
  );
}

function TableHead({ walker }: { readonly walker: PathWalker }) {
  return (
    <thead>
      <tr className={classes.kinds}>
        <td aria-hidden="true" />
        {PATH_KINDS.map((kind) => (
          <th key={kind} scope="colgroup" colSpan={PATH_WALKERS.length}>
            {t(`coverage.kinds.${kind}`)}
          </th>
        ))}
      </tr>
      <tr>
        <th scope="col">{t('coverage.machine')}</th>
        {PATH_KINDS.map((kind) =>
          PATH_WALKERS.map((one) => (
            <th key={`${kind} ${one}`} scope="col" data-current={one === walker || undefined}>
              <span className={classes.kindShort}>{t(`coverage.kinds.${kind}`)}</span>
              <span className={classes.walker}>{t(`coverage.walkers.${one}`)}</span>
            </th>
          )),
        )}
      </tr>
    </thead>
  );
}

function Figures({ machines, walker }: { readonly machines: readonly MachinePaths[]; readonly walker: PathWalker }) {
  return PATH_KINDS.map((kind) => PATH_WALKERS.map((one) => <Figure key={`${kind} ${one}`} of={{ machines, kind, by: one, walker }} />));
}

interface FigureProps {
  readonly of: {
    readonly machines: readonly MachinePaths[];
    readonly kind: PathKind;
    readonly by: PathWalker;
    readonly walker: PathWalker;
  };
}

function Figure({ of: { machines, kind, by, walker } }: FigureProps) {
  const items = machines.flatMap((machine) => machine[kind]);
  const walked = walkedCount(items, by);
  const share = items.length === 0 ? 'nothing' : walked === items.length ? 'all' : walked === 0 ? 'none' : 'some';
  return (
    <td data-kind={kind} data-by={by} data-share={share} data-current={by === walker || undefined}>
      {items.length === 0 ? '–' : `${walked}/${items.length}`}
    </td>
  );
}
