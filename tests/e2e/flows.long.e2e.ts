import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { PATH_REPORT_FORMAT, type PathReport } from '#domain/observe/path-report';
import { disclosureMachine } from '#machines/base/disclosure.machine';
import { chartOf } from '#machines/observe/chart-of';
import { sessionMachine } from '#machines/session/session.machine';
import { edgesOf, walk } from '#tests/machines/support/model.ts';
import { PathRecord } from '#tests/machines/support/path-coverage.ts';
import { pathReport } from '../../scripts/paths/path-report.ts';
import { readMachines } from '../../scripts/paths/read-machines.ts';
import { barriers } from './support/barriers.ts';
import { visit } from './support/browser.ts';
import { takenInBrowser } from './support/page-paths.ts';
import { ADMIN_PASSWORD, removeDataDir } from './support/server-process.ts';
import { openStage } from './support/stage.ts';
import { wordsOf } from './support/words.ts';

/** Written by the first who needs it. */
const PATH_REPORT = join(mkdtempSync(join(tmpdir(), 'troupe-paths-')), 'paths.json');

/** The live charts, in the built client under its own policies. */
const stage = openStage({ entry: 'tests/support/start-test.ts', env: { PATH_REPORT } });
afterAll(() => removeDataDir(dirname(PATH_REPORT)));

const actor = (place: Page | Locator, key: string) => place.locator(`[role="treeitem"][data-key="${key}"]`);
const states = (place: Page | Locator, sign = '') =>
  place.locator(`g[data-state]${sign}`).evaluateAll((found) => found.map((one) => (one as SVGElement).dataset['state'] ?? ''));

describe('live charts', () => {
  it('draw what runs, beside a page too, while somebody signs in', async () => {
    const word = wordsOf('zh-cn');
    const { context, page, complaints } = await visit(stage.browser, stage.server.url);
    await page.goto('/dev/flows');
    await actor(page, 'app').focus();
    await page.keyboard.press('End');
    await actor(page, 'app/adminSession').click();
    await page.locator('g[data-state="session.signedOut"][data-lit]').waitFor();
    // The places were worked out beside the page, which its policy allows.
    expect(page.workers().length).toBe(1);
    const chart = chartOf(sessionMachine);
    await expect.poll(() => states(page)).toEqual(chart.nodes.map(({ id }) => id));
    const edges = await page.locator('[data-edge]').evaluateAll((found) => found.map((one) => (one as SVGElement).dataset['edge'] ?? ''));
    expect(edges.sort()).toEqual(chart.edges.map(({ id }) => id).sort());
    expect(await barriers(page)).toEqual([]);

    await page.getByRole('button', { name: word('flows.panel.openBeside') }).click();
    await page.locator('input[name="username"]').waitFor();
    const panel = page.getByRole('complementary', { name: word('flows.panel.label') });
    await actor(panel, 'app/adminSession').click();
    await panel.getByRole('tab', { name: word('flows.parts.chart') }).click();
    await panel.locator('g[data-state="session.signedOut"][data-lit]').waitFor();
    await page.locator('input[name="username"]').fill('admin');
    await page.locator('input[name="password"]').fill(ADMIN_PASSWORD);
    await page.keyboard.press('Enter');
    await panel.locator('g[data-state="session.signedIn"][data-lit]').waitFor();
    // The report of paths has heard of it as well.
    await expect.poll(() => takenInBrowser('session')).toContain('session.signedOut | session.signInRequested | 1');
    await expect.poll(() => states(panel, '[data-lit]')).toEqual(['session', 'session.signedIn', 'session.signedIn.settled']);
    await panel.locator('[data-marked]').first().waitFor();

    await panel.getByRole('tab', { name: word('flows.parts.details') }).click();
    const details = await panel.locator('section').last().innerText();
    expect(details).toContain('•••');
    expect(details).not.toContain(ADMIN_PASSWORD);
    await panel.getByRole('textbox').fill('[1]');
    await panel.getByRole('button', { name: word('flows.send.send') }).click();
    await panel
      .getByRole('alert')
      .filter({ hasText: word('flows.send.notObject') })
      .waitFor();

    await panel.getByRole('button', { name: word('flows.panel.close') }).click();
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: new RegExp(word('admin.shell.account'), 'u') }).click();
    await page.getByRole('menuitem', { name: word('admin.shell.flows') }).click();
    await actor(panel, 'app/adminShell').waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('stand in English, in the dark and on a telephone as well, one part at a time', async () => {
    const word = wordsOf('en');
    const { context, page, complaints } = await visit(stage.browser, stage.server.url, { width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/dev/flows');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('searchbox', { name: word('flows.actors.search') }).fill('adminGate');
    await actor(page, 'app/adminGateway').click();
    await expect.poll(() => page.locator('[role="treeitem"]').count()).toBe(2);
    await page.getByRole('tab', { name: word('flows.parts.chart') }).click();
    await page.locator('g[data-state="gateway.ready"][data-lit]').waitFor();
    expect(await barriers(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are not to be found where nobody develops or tests', async () => {
    const { context, page } = await visit(stage.browser, stage.server.url);
    await context.route('**/dev/flows', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('<meta name="dev-pages" />', '') });
    });
    await page.goto('/dev/flows');
    await page.getByText('404', { exact: true }).waitFor();
    // Its words have come with it.
    await page.getByText(wordsOf('zh-cn')('fault.body'), { exact: true }).waitFor();
    await expect.poll(() => page.getByRole('tree').count()).toBe(0);
    await context.close();
  });
});

/** A report in which the model has walked all of one machine, a browser one transition of it, and nobody anything else. */
async function writeReport(): Promise<void> {
  const { id } = disclosureMachine;
  const record = new PathRecord(id);
  const model = {
    machine: disclosureMachine,
    inputs: [undefined],
    events: [{ type: 'disclosure.opened' } as const, { type: 'disclosure.closed' } as const],
  };
  for (const edge of edgesOf(model)) walk(model, edge, record);
  const walked = record.walked('model', id);
  const seen = { ...walked, source: 'browser' as const, transition: walked.transition.slice(0, 1) };
  const { machines } = pathReport(await readMachines(), [walked, seen]);
  const report: PathReport = { format: PATH_REPORT_FORMAT, measuredTime: 1_775_352_600, machines };
  writeFileSync(PATH_REPORT, JSON.stringify(report));
}

const tone = (place: Page, key: string) => place.locator(`[data-edge="${key}"]`).getAttribute('data-tone');

describe('the coverage of paths', () => {
  it('is read once it is written, coloured on the chart, and walked there', async () => {
    const word = wordsOf('zh-cn');
    const { context, page, complaints } = await visit(stage.browser, stage.server.url);
    rmSync(PATH_REPORT, { force: true });
    await page.goto('/dev/coverage');
    await page.getByText('npm run coverage:paths').waitFor();
    await writeReport();
    await page.getByRole('button', { name: word('coverage.missing.retry') }).click();
    await page.getByRole('checkbox', { name: word('coverage.gapsOnly') }).click();
    await page.getByRole('radio', { name: word('coverage.walkers.model') }).click();
    await page.locator('tr[data-machine="session"]').waitFor();
    await expect.poll(() => page.locator('tr[data-machine="disclosure"]').count()).toBe(0);
    expect(await barriers(page)).toEqual([]);

    await page.getByRole('radio', { name: word('coverage.walkers.browser') }).click();
    await page.getByRole('button', { name: 'disclosure', exact: true }).click();
    const [opened = '', closed = ''] = chartOf(disclosureMachine).edges.map(({ id }) => id);
    await page.locator(`[data-edge="${opened}"]`).waitFor();
    await expect.poll(async () => [await tone(page, opened), await tone(page, closed)]).toEqual(['good', 'poor']);
    await page.getByRole('radio', { name: word('coverage.walkers.anybody') }).click();
    await expect.poll(async () => [await tone(page, opened), await tone(page, closed)]).toEqual(['good', 'warning']);
    // The built machine is the one that was measured.
    await expect.poll(() => page.getByRole('note').count()).toBe(0);

    await page.locator(`[data-edge="${closed}"] text`).first().click();
    const row = page.locator(`[data-item="${closed}"]`);
    await row.getByRole('button', { name: word('coverage.walk.begin') }).click();
    const on = page.getByRole('button', { name: word('coverage.walk.on') });
    await on.waitFor();
    await page.locator(`[data-marked][data-edge="${closed}"]`).waitFor();
    await expect.poll(() => states(page, '[data-lit]')).toEqual(['disclosure', 'disclosure.closed']);
    await expect.poll(() => on.isDisabled()).toBe(true);
    await page.getByRole('button', { name: word('coverage.walk.back') }).click();
    await page.locator('g[data-state="disclosure.open"][data-lit]').waitFor();
    expect(await barriers(page)).toEqual([]);
    // The browser says by itself that there was no such file.
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    await context.close();
  });

  it('stands in English, in the dark and on a telephone as well', async () => {
    const word = wordsOf('en');
    const { context, page, complaints } = await visit(stage.browser, stage.server.url, { width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await writeReport();
    await page.goto('/dev/coverage');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByRole('searchbox', { name: word('coverage.search') }).fill('gateway');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('button', { name: 'gateway', exact: true }).click();
    await page.getByRole('tab', { name: word('coverage.parts.paths') }).click();
    await page.locator('[data-item="gateway.ready"] button').click();
    await page.getByText(word('coverage.walk.unknown')).waitFor();
    expect(await barriers(page)).toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
