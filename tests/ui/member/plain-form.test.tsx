import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Issue } from '#domain/base/issue';
import { AppHandleContext, type AppHandle } from '#ui/base/app-context.ts';
import { startMessages } from '#ui/base/i18n.ts';
import { afterPress } from '#ui/kit/after-press.ts';
import { usePlainForm } from '#ui/member/base/plain-form.ts';

const handle = { journal: { inspect: () => {} } } as unknown as AppHandle;
const SHORT: Issue = { key: 'validation.passwordLength' };
const TAKEN: Issue = { key: 'validation.email' };

function Form({ found }: { readonly found: Record<string, Issue> }) {
  const plain = usePlainForm({ id: 'lab', failure: null, later: afterPress });
  const { error, ...field } = plain.field('name', (value) => (value.length < 3 ? SHORT : null));
  return (
    <form onSubmit={(event) => (event.preventDefault(), plain.submit(event.currentTarget, found))}>
      <input aria-label="name" {...field} />
      {error !== undefined && <p role="alert">{error}</p>}
      <button type="submit">Send</button>
    </form>
  );
}

const shown = () => screen.queryByRole('alert')?.textContent ?? null;

/** As a pointer does: it is down before the field is left, and up before the click. */
function press(button: HTMLElement): void {
  fireEvent.pointerDown(button);
  act(() => button.focus());
  expect(shown()).toBeNull();
  fireEvent.pointerUp(button);
}

function typed(text: string, found: Record<string, Issue> = {}): HTMLElement {
  render(
    <AppHandleContext value={handle}>
      <Form found={found} />
    </AppHandleContext>,
  );
  const input = screen.getByLabelText('name');
  act(() => input.focus());
  fireEvent.change(input, { target: { value: text } });
  return screen.getByRole('button', { name: 'Send' });
}

it('what a field says when it is left moves no button from under the pointer', async () => {
  await startMessages('en');
  const button = typed('ab');
  press(button);
  await vi.waitFor(() => expect(shown()).not.toBeNull());
});

it('what was judged as a whole meanwhile is not judged again by the field that was left', async () => {
  await startMessages('en');
  const button = typed('abc', { name: TAKEN });
  press(button);
  fireEvent.click(button);
  const said = shown();
  expect(said).not.toBeNull();
  await act(() => new Promise((done) => setTimeout(done)));
  expect(shown()).toBe(said);
});
