import { MantineProvider } from '@mantine/core';
import { configure, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { setup } from 'xstate';
import type { CoveragePorts } from '#actors/observe/coverage.actors';
import { createJournal, machineHash } from '#actors/observe/journal';
import { walkPath } from '#actors/observe/walk-path';
import { PATH_REPORT_FORMAT, PATH_SOURCES, type PathReport, type PathSource } from '#domain/observe/path-report';
import { chartOf } from '#machines/observe/chart-of';
import { doorMachine } from '#tests/support/door-machine.ts';
import { edgesOf, walk } from '#tests/machines/support/model.ts';
import { PathRecord, type WalkedPaths } from '#tests/machines/support/path-coverage.ts';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { CoverageView } from '#ui/observe/coverage/CoverageView.tsx';
import { pathReport, reportText } from '../../../../scripts/paths/path-report.ts';

// The layout of a chart takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
beforeAll(async () => {
  await startMessages('en');
  await loadMessages(['flows', 'coverage']);
});

const bellMachine = setup({}).createMachine({ id: 'bell', on: { rung: {} } });
const MACHINES = [doorMachine, bellMachine];
const files = MACHINES.map((machine) => ({ path: `src/machines/${machine.id}.machine.ts`, machine }));
const PUSHED = 'door.shut | pushed | 0';
const PULLED = 'door.open | pulled | 0';

function walkedBy(source: PathSource): WalkedPaths {
  const record = new PathRecord('door');
  const model = { machine: doorMachine, inputs: [undefined], events: [{ type: 'pushed', force: 9 } as const, { type: 'pulled' } as const] };
  for (const edge of edgesOf(model)) walk(model, edge, record);
  return record.walked(source, 'door');
}
/** The model has walked all of the door, a browser has only pushed it. */
const model = walkedBy('model');
const browser: WalkedPaths = { ...walkedBy('browser'), transition: [PUSHED] };

const reportOf = (walks: readonly WalkedPaths[]): PathReport => ({
  format: PATH_REPORT_FORMAT,
  measuredTime: 1_775_352_600,
  machines: pathReport(files, walks).machines,
});

const bench: CoveragePorts['bench'] = {
  open: (_, id) => {
    const machine = MACHINES.find((one) => one.id === id);
    return machine ? Promise.resolve({ chart: chartOf(machine), hash: machineHash(machine) }) : Promise.reject(new Error('gone'));
  },
  walk: (_, __, way) => Promise.resolve(walkPath(doorMachine, way)),
};

function show(ports: Partial<CoveragePorts>) {
  const journal = createJournal({ now: () => 0 });
  const all = { fetchReport: () => Promise.resolve(reportOf([model, browser])), bench, ...ports };
  render(
    <MantineProvider env="test">
      <AppHandleContext value={{ journal } as unknown as AppHandle}>
        <CoverageView ports={all} />
      </AppHandleContext>
    </MantineProvider>,
  );
  return userEvent.setup({ delay: null });
}

const openDoor = async (ports: Partial<CoveragePorts>) => {
  const user = show(ports);
  await user.click(await screen.findByRole('button', { name: 'door' }));
  await waitFor(() => expect(document.querySelector(`[data-edge="${PUSHED}"]`)).toBeTruthy());
  return user;
};
const toneOf = (key: string) => document.querySelector<SVGElement>(`[data-edge="${key}"], [data-state="${key}"]`)?.dataset['tone'];
const rowOf = (key: string) => document.querySelector<HTMLElement>(`[data-item="${key}"]`)!;
const cells = (row: Element | null) =>
  [...(row?.querySelectorAll<HTMLElement>('td:not([data-by="anybody"])') ?? [])].map(({ textContent }) => textContent);
const litStates = () => [...document.querySelectorAll<SVGElement>('[data-lit]')].map(({ dataset }) => dataset['state']);

describe('the list of machines', () => {
  it('has the numbers of the written report, and its own total', async () => {
    const report = reportOf([model, browser]);
    show({});
    await screen.findByRole('button', { name: 'door' });
    const written = (id: string) =>
      reportText(report)
        .split('\n')
        .filter((line) => line.startsWith(`| ${id} `))
        .flatMap((line) => line.split('|').slice(3, -1))
        .map((figure) => figure.trim().replace(/^0\/0$/u, '–'));
    for (const { id } of report.machines) expect(cells(document.querySelector(`tr[data-machine="${id}"]`))).toEqual(written(id));
    // Counted apart from what the page counts with.
    const counted = (['state', 'transition', 'guard'] as const).flatMap((kind) => {
      const text = JSON.stringify(report.machines.map((machine) => machine[kind]));
      const all = text.split('"key":').length - 1;
      return PATH_SOURCES.map((source) => `${text.split(`"${source}"`).length - 1}/${all}`);
    });
    expect(cells(screen.getByText('All 2 machines').closest('tr'))).toEqual(counted);
  });

  it('finds machines by name, and those with gaps for whom is looked at', async () => {
    const whole = reportOf([model, browser]);
    const [door, bell] = whole.machines;
    const rung = { ...bell!, transition: [{ ...bell!.transition[0]!, sources: ['view' as const] }] };
    const state = bell!.state.map((item) => ({ ...item, sources: ['view' as const] }));
    const user = show({ fetchReport: () => Promise.resolve({ ...whole, machines: [door, { ...rung, state }] }) });
    await screen.findByRole('button', { name: 'door' });
    await user.click(screen.getByRole('checkbox', { name: 'Only with gaps' }));
    expect(screen.queryByRole('button', { name: 'bell' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Model' }));
    expect(screen.getByRole('button', { name: 'bell' })).toBeTruthy();
    await user.type(screen.getByRole('searchbox'), 'DOOR');
    expect(screen.queryByRole('button', { name: 'bell' })).toBeNull();
    await user.type(screen.getByRole('searchbox'), 's');
    expect(screen.getByText('No machine matches')).toBeTruthy();
  });
});

describe('the chart of a machine', () => {
  it('is coloured by the best of its sources, or by one of them', async () => {
    const user = await openDoor({});
    expect([PUSHED, PULLED, 'door.bricked'].map(toneOf)).toEqual(['good', 'warning', 'poor']);
    await user.click(screen.getByRole('radio', { name: 'Browser' }));
    expect([PUSHED, PULLED].map(toneOf)).toEqual(['good', 'poor']);
    await user.click(screen.getByRole('radio', { name: 'View' }));
    expect([PUSHED, PULLED].map(toneOf)).toEqual(['poor', 'poor']);
  });

  it('turns red what only a source has walked that is gone', async () => {
    const lesser = { ...model, transition: model.transition.filter((key) => key !== PULLED) };
    await openDoor({ fetchReport: () => Promise.resolve(reportOf([lesser, browser])) });
    expect([PUSHED, PULLED].map(toneOf)).toEqual(['good', 'poor']);
    expect(rowOf(PULLED).dataset['tone']).toBe('poor');
  });

  it('says what cannot be reached, and does not offer to walk there', async () => {
    const user = await openDoor({});
    await user.click(within(rowOf('door.bricked')).getByRole('button'));
    expect(within(rowOf('door.bricked')).getByText(/No way leads here/u)).toBeTruthy();
    expect(within(rowOf('door.bricked')).queryByRole('button', { name: 'Walk it' })).toBeNull();
    expect(rowOf('door.open').textContent).not.toContain('cannot be reached');
  });

  it('says which decision of a guard nobody has walked', async () => {
    const user = await openDoor({});
    expect(rowOf(PUSHED).textContent).toContain('no: nobody');
    await user.click(screen.getByRole('checkbox', { name: 'Only with gaps' }));
    expect(rowOf(PUSHED)).toBeTruthy();
    expect(rowOf(PULLED)).toBeNull();
  });

  it.each([
    ['the same', machineHash(doorMachine), 0],
    ['another', 'ffffffff', 1],
  ])('was measured with %s version of the machine, and says so if not', async (_, hash, notes) => {
    await openDoor({ bench: { ...bench, open: () => Promise.resolve({ chart: chartOf(doorMachine), hash }) } });
    expect(screen.queryAllByRole('note').map(({ textContent }) => textContent?.slice(0, 29))).toEqual(
      Array.from({ length: notes }, () => 'Measured with another version'),
    );
  });
});

describe('a walk', () => {
  it('goes the shortest way, forwards and back', async () => {
    const user = await openDoor({});
    await user.click(within(rowOf(PULLED)).getByRole('button'));
    expect(
      within(rowOf(PULLED))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['pushed {"force":9}', 'pulled']);
    await user.click(within(rowOf(PULLED)).getByRole('button', { name: 'Walk it' }));
    // It goes on by itself as well, until somebody steps.
    const on = await screen.findByRole<HTMLButtonElement>('button', { name: 'Step on' });
    await screen.findByText(/^Step \d of 2$/u);
    while (!on.disabled) await user.click(on);
    expect(litStates()).toEqual(['door', 'door.shut']);
    expect(document.querySelector<SVGElement>('[data-marked]')?.dataset['edge']).toBe(PULLED);
    await user.click(screen.getByRole('button', { name: 'Step back' }));
    expect(litStates()).toEqual(['door', 'door.open']);
    expect(screen.getByText('Step 1 of 2')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Step back' }));
    expect(litStates()).toEqual(['door', 'door.shut']);
    expect(screen.getByText('Beginning')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'End the walk' }));
    expect(litStates()).toEqual([]);
  });

  it('is not offered where something on the way cannot be written down', async () => {
    const unwritable = { ...model, ways: { ...model.ways, [PULLED]: { steps: ['pushed {"force":9}', 'pulled'], walk: null } } };
    const user = await openDoor({ fetchReport: () => Promise.resolve(reportOf([unwritable])) });
    await user.click(within(rowOf(PULLED)).getByRole('button'));
    expect(within(rowOf(PULLED)).getByText(/something on it cannot be written down/u)).toBeTruthy();
    expect(within(rowOf(PULLED)).queryByRole('button', { name: 'Walk it' })).toBeNull();
  });
});

describe('the page', () => {
  it.each([
    ['no report', null],
    ['one of an older make', [{ id: 'door' }]],
  ])('says which command writes a report where there is %s, and looks again', async (_, first) => {
    const answers: unknown[] = [first, reportOf([model])];
    const user = show({ fetchReport: () => Promise.resolve(answers.shift()) });
    expect(await screen.findByText('npm run coverage:paths')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    expect(await screen.findByRole('button', { name: 'door' })).toBeTruthy();
  });

  it('says that a machine has gone since, and goes back to the others', async () => {
    const user = show({ bench: { ...bench, open: () => Promise.reject(new Error('gone')) } });
    await user.click(await screen.findByRole('button', { name: 'door' }));
    expect((await screen.findByRole('alert')).textContent).toContain('could not be opened');
    await user.click(screen.getByRole('button', { name: 'All machines' }));
    expect(screen.getByRole('button', { name: 'bell' })).toBeTruthy();
  });
});
