import { afterEach, expect, it, vi } from 'vitest';
import { runPublicForm } from '../../../src/ui/documents/forms/public-form.ts';

const SENDS = { uid: 'feedback', section: 'feedbackMessage', language: 'en', owner: 'visitor', said: { failed: 'It could not be sent.' } };

/** A form as the server draws it, in a page. */
function drawn(): HTMLFormElement {
  const form = Object.assign(document.createElement('form'), { method: 'post' });
  form.dataset['sends'] = JSON.stringify(SENDS);
  form.innerHTML = '<input name="title" value="Ada" /><button type="submit">Send</button><output data-status></output>';
  document.body.replaceChildren(form);
  return form;
}

/** @returns whether the browser would send the form by itself, with what was typed in an address or not */
const pressed = (form: HTMLFormElement): boolean => form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('is sent on an address by plain http, where a browser has no identifiers to give', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const asked = vi.fn<() => Promise<Response>>(() => new Promise(() => {}));
  vi.stubGlobal('fetch', asked);
  const form = drawn();
  runPublicForm(form);
  expect([pressed(form), asked.mock.calls.length, form.querySelector('button')?.disabled]).toEqual([false, 1, true]);
});

it('says so, and is kept by the page at each press, where what sends it cannot begin', async () => {
  vi.stubGlobal('crypto', {});
  const form = drawn();
  await import('../../../src/ui/documents/public.ts');
  for (const _press of [1, 2]) {
    expect(pressed(form)).toBe(false);
    await vi.waitFor(() => expect(form.querySelector('output')?.textContent).toBe(SENDS.said.failed));
    form.querySelector('output')?.replaceChildren();
  }
});
