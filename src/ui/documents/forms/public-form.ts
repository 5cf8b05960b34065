import { createActor } from 'xstate';
import { publicFormLogic, type PublicFormPlace } from '#actors/modules/public-form.actors';
import { solveInWorkers } from '#actors/session/captcha-task-workers';
import { selectPublicFormFailure, selectFormStage, type FormValues, type PublicFormSnapshot } from '#machines/modules/public-form.machine';
import { newKey } from '../../base/new-key.ts';

/** What the page says of a form beside its fields. */
interface FormPlace extends PublicFormPlace {
  readonly said: Readonly<Record<'proving' | 'sending' | 'failed' | 'done', string>>;
}

/** `titleEn` → `title_en`: how the server names fields that it refuses. */
const wireName = (key: string): string => key.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

const inputsOf = (form: HTMLFormElement): readonly (HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement)[] =>
  [...form.elements].filter(
    (one): one is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement =>
      (one instanceof HTMLInputElement || one instanceof HTMLSelectElement || one instanceof HTMLTextAreaElement) && one.name !== '',
  );

const valuesOf = (form: HTMLFormElement): FormValues =>
  Object.fromEntries(
    inputsOf(form).map((input) => [
      input.name,
      input instanceof HTMLInputElement && input.type === 'checkbox' ? input.checked : input.value,
    ]),
  );

/** Whoever leaves is waited for by nobody. */
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

const isOnline = (): boolean => navigator.onLine;

/** Makes a form that the server drew one that sends. */
export function runPublicForm(form: HTMLFormElement): void {
  const place = JSON.parse(form.dataset['sends'] ?? '{}') as FormPlace;
  const ports = { fetch: (address: string, init: RequestInit) => fetch(address, init), isOnline, newKey, pause, solve: solveInWorkers };
  const actor = createActor(publicFormLogic(ports, place));
  let [key, words] = [newKey(), ''];
  actor.subscribe((snapshot) => show(form, place, snapshot));
  actor.start();
  form.addEventListener('input', () => actor.send({ type: 'form.edited' }));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const values = valuesOf(form);
    // Other words are another message.
    if (JSON.stringify(values) !== words) [key, words] = [newKey(), JSON.stringify(values)];
    actor.send({ type: 'form.submitted', values, key });
  });
}

function show(form: HTMLFormElement, { said }: FormPlace, snapshot: PublicFormSnapshot): void {
  const [stage, failure] = [selectFormStage(snapshot), selectPublicFormFailure(snapshot)];
  const status = form.querySelector<HTMLElement>('[data-status]');
  const button = form.querySelector('button');
  const fields = failure?.kind === 'rejected' ? (failure.fields ?? {}) : {};
  for (const input of inputsOf(form)) {
    const text = fields[wireName(input.name)];
    const issue = form.querySelector<HTMLElement>(`[data-issue="${input.name}"]`);
    input.toggleAttribute('aria-invalid', text !== undefined);
    if (issue) [issue.hidden, issue.textContent] = [text === undefined, text ?? ''];
  }
  if (button) button.disabled = snapshot.hasTag('busy');
  const told = { filling: '', proving: said.proving, sending: said.sending, sent: said.done };
  const why = failure?.kind === 'rejected' ? failure.message || said.failed : said.failed;
  if (status)
    [status.textContent, status.dataset['status']] = [stage === 'refused' ? why : told[stage], snapshot.hasTag('failed') ? 'failed' : ''];
  if (stage === 'refused')
    inputsOf(form)
      .find((input) => input.hasAttribute('aria-invalid'))
      ?.focus();
  if (stage !== 'sent') return;
  form.replaceChildren(...(status ? [status] : []));
  status?.setAttribute('tabindex', '-1');
  status?.focus();
}
