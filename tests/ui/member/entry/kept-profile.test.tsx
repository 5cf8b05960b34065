import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { lazyNow } from '#actors/base/lazy-code';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { loadMessages } from '#ui/base/i18n.ts';
import { KeptProfile } from '#ui/member/entry/KeptProfile.tsx';
import { startKitMessages, withBundles } from '../../kit/support.tsx';

beforeAll(async () => {
  await startKitMessages('en');
  await loadMessages(['entryForms', 'memberPages']);
});

const handle = { journal: { inspect: () => {} } } as unknown as AppHandle;

const typed = () => screen.queryByLabelText<HTMLTextAreaElement>('Unsaved changes')?.value ?? null;

describe('what was typed before the session ended', () => {
  it('is discarded after a question, and then gone from the page', async () => {
    let kept: Record<string, string> | null = { motto: 'Tea first' };
    const entry = { keptProfile: () => kept, discardProfile: () => (kept = null) };
    render(<AppHandleContext value={handle}>{withBundles({ entry: lazyNow(entry as never) }, <KeptProfile />)}</AppHandleContext>);
    const user = userEvent.setup();
    const press = (name: string) => user.click(screen.getByRole('button', { name, hidden: true }));
    await press('Discard');
    await press('Keep');
    expect([kept, typed()]).toEqual([{ motto: 'Tea first' }, 'Motto: Tea first']);
    await press('Discard');
    await press('Discard for good');
    expect([kept, typed()]).toEqual([null, null]);
  });
});
