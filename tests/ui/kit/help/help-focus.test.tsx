import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Area } from '#domain/base/area';
import type { HelpHeading, HelpPage } from '#domain/help/help-page';
import { helpMachine } from '#machines/help/help.machine';
import { loadMessages } from '#ui/base/i18n.ts';
import { HelpView } from '#ui/kit/help/HelpView.tsx';
import { renderInApp, startKitMessages } from '../support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['help']);
});

const heading: HelpHeading = { slug: 'undo', title: 'Undo', route: '/admin', audience: 'admin' };

it('the keyboard stays in the help when an article is opened and left again', async () => {
  const machine = helpMachine.provide({
    actors: {
      loadContents: fromPromise<readonly HelpHeading[], { readonly area: Area }>(async () => [heading]),
      readArticle: fromPromise<HelpPage, { readonly area: Area; readonly slug: string }>(async () => ({ ...heading, body: 'Text.' })),
    },
  });
  const actor = createActor(machine, { input: { area: 'admin', path: '/admin/nowhere' } }).start();
  const { container } = renderInApp(<HelpView actor={actor} path="/admin/nowhere" onLeave={undefined} />);
  const user = userEvent.setup();
  (await screen.findByRole('button', { name: 'Undo' })).focus();
  await user.keyboard('{Enter}');
  expect((await screen.findByRole('heading', { name: 'Undo' })).contains(document.activeElement)).toBe(true);
  screen.getByRole('button', { name: 'Back' }).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Undo' });
  expect(document.activeElement).not.toBe(document.body);
  expect(container.contains(document.activeElement)).toBe(true);
});
