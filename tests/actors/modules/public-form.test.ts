import { afterEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import { publicFormLogic } from '#actors/modules/public-form.actors';
import { selectPublicFormFailure, type publicFormMachine } from '#machines/modules/public-form.machine';

const pauses: number[] = [];
const pause = async (ms: number) => void pauses.push(ms);
let running: Actor<typeof publicFormMachine> | null = null;
afterEach(() => running?.stop());

/** A form of which every call ends so. */
function formOf(fetch: (address: string, init: RequestInit) => Promise<Response>, isOnline = true) {
  let drawn = 0;
  const newKey = () => `key-${(drawn += 1)}`;
  const ports = { fetch, isOnline: () => isOnline, newKey, pause, solve: () => Promise.resolve(0) };
  running = createActor(publicFormLogic(ports, { uid: 'shop', section: 'letter', language: 'en', owner: null }));
  return running;
}

async function failureOf(fetch: () => Promise<Response>, isOnline?: boolean) {
  const form = formOf(fetch, isOnline).start();
  form.send({ type: 'form.submitted', values: { name: 'Lin' }, key: 'one' });
  return selectPublicFormFailure(await waitFor(form, (snapshot) => selectPublicFormFailure(snapshot) !== null));
}

const away = () => Response.json({ code: 0, msg: 'The server is busy', data: null }, { status: 503 });
const given = (data: unknown = null) => Response.json({ code: 1, msg: '', data });

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

  it('is sent again where the server is away for a moment, under the same key, and then not for ever', async () => {
    const letters: unknown[] = [];
    const spent = new Set<unknown>();
    const answers = [away, noAnswer, given];
    const proofs = [away, given, given, away, given];
    pauses.length = 0;
    const form = formOf(async (address, init) => {
      const body = JSON.parse(init.body as string) as Record<string, unknown>;
      if (address.includes('captchaWork')) return (proofs.shift() ?? away)({ salt: '' });
      letters.push(body);
      // Spent whatever becomes of the words, as the server does it: what is shown again is refused.
      const isFresh = spent.size < spent.add(body['captchaId']).size;
      return isFresh ? (answers.shift() ?? away)() : Response.json({ code: 0, msg: 'The captcha is wrong', data: null });
    }).start();
    form.send({ type: 'form.submitted', values: { name: 'Lin' }, key: 'one' });
    const ended = await waitFor(form, (snapshot) => snapshot.matches('sent') || snapshot.matches('refused'));
    expect(ended.value).toBe('sent');
    const letter = { values: { name: 'Lin' }, key: 'one', captchaInfo: 'work:0' };
    expect(letters).toEqual(['key-2', 'key-3', 'key-5'].map((captchaId) => ({ ...letter, captchaId })));
    expect(pauses).toEqual([500, 500, 1000, 2000]);
    pauses.length = 0;
    expect(await failureOf(() => Promise.resolve(away()))).toMatchObject({ kind: 'http', status: 503 });
    expect(pauses).toEqual([500, 1000, 2000, 4000, 4000]);
  });

  it('is not sent again where there is no line', async () => {
    pauses.length = 0;
    await failureOf(noAnswer, false);
    expect(pauses).toEqual([]);
  });

  it('takes no defect for a failure of the network', async () => {
    const form = formOf(() => Promise.reject(new RangeError('a defect')));
    const thrown = new Promise((resolve) => void form.subscribe({ error: resolve }));
    form.start();
    form.send({ type: 'form.submitted', values: {}, key: 'one' });
    expect(await thrown).toEqual(new RangeError('a defect'));
  });
});
