import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { EMPTY_SITE_CONFIG } from '#domain/app/site-config';
import { noticesLogic } from '#machines/app/notices.logic';
import { createTestWorld, startTestApp } from '#tests/support/app.ts';
import { AppContext, handleOf } from '#ui/base/app-context.ts';
import { loadMessages, startMessages } from '#ui/base/i18n.ts';
import { HomePage } from '#ui/site/HomePage.tsx';

beforeEach(async () => {
  await startMessages('en');
  await loadMessages(['public']);
});

it.each([false, true])('leads to the member centre only while that is open: %s', async (isMemberCentreOpen) => {
  const { app, journal } = startTestApp(createTestWorld());
  await waitFor(app, (snapshot) => snapshot.matches({ site: 'settled' }));
  app.send({ type: 'site.changed', site: { ...EMPTY_SITE_CONFIG, isMemberCentreOpen } });
  const handle = handleOf(app, journal, createActor(noticesLogic).start());
  await act(async () => {
    render(
      <AppContext value={handle}>
        <HomePage />
      </AppContext>,
    );
  });
  const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(targets.filter((href) => href === '/admin').length).toBeGreaterThan(0);
  expect(targets.filter((href) => href?.startsWith('/user'))).toEqual(isMemberCentreOpen ? ['/user', '/user'] : []);
  app.stop();
});
