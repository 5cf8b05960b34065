import { afterEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import { publicFormLogic } from '#actors/modules/public-form.actors';
import { selectFormFailure, type publicFormMachine } from '#machines/modules/public-form.machine';

let running: Actor<typeof publicFormMachine> | null = null;
afterEach(() => running?.stop());

/** A form of which every call ends so. */
function formOf(fetch: () => Promise<Response>, isOnline = true) {
  const ports = { fetch, isOnline: () => isOnline, newKey: () => 'key', solve: () => Promise.resolve(0) };
  running = createActor(publicFormLogic(ports, { uid: 'shop', section: 'letter', language: 'en', owner: null }));
  return running;
}

async function failureOf(fetch: () => Promise<Response>, isOnline?: boolean) {
  const form = formOf(fetch, isOnline).start();
  form.send({ type: 'form.submitted', values: { name: 'Lin' }, key: 'one' });
  return selectFormFailure(await waitFor(form, (snapshot) => selectFormFailure(snapshot) !== null));
}

const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'));
const page = () => Promise.resolve(new Response('<html>', { status: 502 }));

describe('a form of a module', () => {
  it('tells a line that is down from a server that is', async () => {
    expect(await failureOf(noAnswer, false)).toEqual({ kind: 'unreachable', online: false });
    expect(await failureOf(noAnswer, true)).toEqual({ kind: 'unreachable', online: true });
  });

  it('shows what the server has refused', async () => {
    const refused = { code: 0, msg: 'Too many', data: { fields: { name: 'Too long' } } };
    expect(await failureOf(() => Promise.resolve(Response.json(refused)))).toEqual({
      kind: 'rejected',
      code: 0,
      message: 'Too many',
      fields: { name: 'Too long' },
    });
    expect(await failureOf(page)).toEqual({ kind: 'http', status: 502, url: '/api/common/captchaWork' });
  });

  it('takes no defect for a failure of the network', async () => {
    const form = formOf(() => Promise.reject(new RangeError('a defect')));
    const thrown = new Promise((resolve) => void form.subscribe({ error: resolve }));
    form.start();
    form.send({ type: 'form.submitted', values: {}, key: 'one' });
    expect(await thrown).toEqual(new RangeError('a defect'));
  });
});
