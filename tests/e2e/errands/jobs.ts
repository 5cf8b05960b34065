import { execFileSync } from 'node:child_process';
import { closeSync, openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { barriers } from '../support/barriers.ts';
import type { Visit } from '../support/browser.ts';
import { spoken } from '../support/languages.ts';
import { enter } from '../support/sign-in.ts';
import type { Stage } from '../support/stage.ts';
import { wordsOf } from '../support/words.ts';

/** Makes backups wait for the installation's key, as on a disk that does not answer. @returns what lets them go on */
function holdBackups(dataDir: string): () => void {
  const key = join(dataDir, 'secret.key');
  const kept = `${key}.kept`;
  renameSync(key, kept);
  execFileSync('mkfifo', [key]);
  return () => {
    // Who reads has waited for somebody who writes.
    closeSync(openSync(key, 'r+'));
    renameSync(kept, key);
  };
}

/** A backup that is begun on the page of the installation, watched there, and cancelled while it runs. */
export function watchedJobs(stage: Stage): void {
  describe.each(spoken('zh-cn'))('jobs in %s', (language) => {
    const word = wordsOf(language);
    let visited: Visit;
    let page: Page;
    let release: () => void;
    beforeAll(async () => {
      visited = await enter(stage, '/admin/routine/system', { language, width: 1440, height: 900 });
      page = visited.page;
      release = holdBackups(stage.server.dataDir);
    });
    afterAll(async () => {
      release?.();
      await visited?.context.close();
    });

    it('are begun, seen at work, cancelled, and shown as cancelled until they are removed', async () => {
      await page.getByRole('button', { name: word('system.makeBackup'), exact: true }).click();
      const job = page.getByRole('listitem').filter({ hasText: { 'zh-cn': '制作备份', en: 'Make a backup' }[language] });
      await job.waitFor();
      await job.getByRole('button', { name: word('system.cancel'), exact: true }).click();
      const question = page.getByRole('alertdialog');
      await question.waitFor();
      expect(await barriers(page)).toEqual([]);
      await question.getByRole('button', { name: word('system.cancelJob'), exact: true }).click();
      await job.getByText(word('system.jobState.cancelled'), { exact: true }).waitFor();
      // Whatever it was at, it begins no second time.
      await page.getByRole('button', { name: word('system.refresh'), exact: true }).click();
      await job.getByRole('button', { name: word('system.remove'), exact: true }).click();
      await question.getByText(word('system.removeText')).waitFor();
      await question.getByRole('button', { name: word('system.remove'), exact: true }).click();
      await job.waitFor({ state: 'detached' });
    });
  });
}
