import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Failure } from '#domain/base/failure';
import { readAgain } from '#ui/app/read-again.ts';
import { ReadFailed } from '#ui/kit/feedback/ReadFailed.tsx';
import { inApp, startKitMessages } from '../support.tsx';

await startKitMessages('en');
readAgain();

const elsewhere = { title: 'Not managed here', text: 'Go to its own pages.' };

function shown(failure: Failure | null) {
  let retries = 0;
  render(
    inApp(
      <MantineProvider>
        <ReadFailed title="Could not be read" failure={failure} elsewhere={elsewhere} onRetry={() => (retries += 1)} />
      </MantineProvider>,
    ),
  );
  return { retries: () => retries };
}

describe('a page that could not be read', () => {
  it('says why, and is read again', async () => {
    const page = shown({ kind: 'rejected', code: 0, message: 'The disk is full' });
    expect(screen.getByRole('heading').textContent).toBe('Could not be read');
    expect(screen.getByText('The disk is full')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(page.retries()).toBe(1);
  });

  it('is read again with the line, where the lack of it was why', () => {
    const lost = shown({ kind: 'unreachable', online: false });
    const refused = shown({ kind: 'rejected', code: 0, message: 'The disk is full' });
    act(() => void window.dispatchEvent(new Event('online')));
    expect([lost.retries(), refused.retries()]).toEqual([1, 0]);
  });

  it('is read again when the server answers again, where its absence was why', () => {
    const [away, gateway] = [shown({ kind: 'unreachable', online: true }), shown({ kind: 'http', status: 502, url: '/admin/module/list' })];
    const refused = shown({ kind: 'rejected', code: 0, message: 'The disk is full' });
    act(() => void window.dispatchEvent(new Event('serverback')));
    expect([away.retries(), gateway.retries(), refused.retries()]).toEqual([1, 1, 0]);
  });

  it.each([
    [{ kind: 'unreachable', online: false }, 'Check the connection and try again.'],
    [{ kind: 'timeout' }, 'Check the connection and try again.'],
    [{ kind: 'http', status: 500, url: '/admin/module/list' }, 'Try again in a moment, or report the problem.'],
    [{ kind: 'malformed', url: '/admin/module/list' }, 'Try again in a moment, or report the problem.'],
    [null, 'Try again in a moment, or report the problem.'],
  ] as const)('says in one sentence what to do about %j', (failure, advice) => {
    shown(failure);
    expect(screen.getByRole('heading').nextElementSibling?.textContent).toBe(advice);
    expect(document.querySelector('[aria-hidden="true"] svg')).not.toBeNull();
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Try again', 'Report a problem']);
  });

  it('offers no second try before a server that has no such calls', () => {
    shown({ kind: 'http', status: 404, url: '/admin/module/list' });
    expect(screen.getByRole('heading').textContent).toBe('Not managed here');
    expect(screen.getByText('Go to its own pages.')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
