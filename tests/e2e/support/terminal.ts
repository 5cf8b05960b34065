import type { Page } from 'playwright-core';
import type { Scene } from './stage.ts';
import { wordsOf, type Language } from './words.ts';

/** What tests do at the terminal of the back office. */
export function terminalOf(stage: Scene, language: Language) {
  const word = wordsOf(language);
  return {
    add: async (page: Page, command: string): Promise<void> => {
      await page.getByRole('button', { name: word('terminal.add') }).click();
      const form = page.getByRole('dialog', { name: word('terminal.adding.title') });
      await form.locator('select').selectOption(command);
      await form.getByRole('button', { name: word('terminal.adding.submit') }).click();
    },
    panelOn: (page: Page) => page.getByRole('dialog', { name: word('terminal.title'), exact: true }),
    button: (page: Page) => page.locator('header').getByRole('button', { name: word('admin.terminal.open') }),
    /** Lets the command go on that halts in the middle. */
    goOn: (): Promise<Response> => fetch(`${stage.server.url}/test-controls/go-on`, { method: 'POST', body: '{}' }),
    statusesOn: (page: Page) => page.locator('[data-task]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-status'))),
  };
}
