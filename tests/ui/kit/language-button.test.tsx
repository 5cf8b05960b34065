import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { languageMachine, selectIsAskingToReload } from '#machines/app/language.machine';
import { inertOf } from '#tests/machines/support/model.ts';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { startMessages } from '#ui/base/i18n.ts';
import { LanguageButton } from '#ui/kit/LanguageButton.tsx';

await startMessages('en');

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Presses the button of a page while work elsewhere in the application is unsaved. */
async function press({ isInShell, answer }: { readonly isInShell: boolean; readonly answer: boolean }) {
  const language = createActor(inertOf(languageMachine), { input: { language: 'en' } }).start();
  language.send({ type: 'work.unsavedChanged', isUnsaved: true });
  const asked = vi.spyOn(window, 'confirm').mockReturnValue(answer);
  render(
    <AppHandleContext value={{ language } as unknown as AppHandle}>
      <LanguageButton isInShell={isInShell} />
    </AppHandleContext>,
  );
  await userEvent.click(screen.getByRole('button'));
  return { language: language.getSnapshot(), questions: asked.mock.calls };
}

const QUESTION = 'Changing the language reloads the page\n\nThere are unsaved changes. They are lost when you leave.';

test('on a public page the browser asks before the change of language loses unsaved work, and yes changes it', async () => {
  const { language, questions } = await press({ isInShell: false, answer: true });
  expect(questions).toStrictEqual([[QUESTION]]);
  expect(language.value).toBe('saving');
});

test('on a public page a no keeps the language, and the button answers the next press', async () => {
  const { language, questions } = await press({ isInShell: false, answer: false });
  expect(questions).toStrictEqual([[QUESTION]]);
  expect(language.value).toBe('settled');
});

test('in a shell its dialog asks, not the browser', async () => {
  const { language, questions } = await press({ isInShell: true, answer: true });
  expect(questions).toStrictEqual([]);
  expect(selectIsAskingToReload(language)).toBe(true);
});
