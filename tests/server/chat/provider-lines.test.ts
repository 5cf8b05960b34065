import { LLMock } from '@copilotkit/aimock';
import { integer, sample } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProviderError, type ProviderModel, type ProviderPart } from '#server/ports/model-ports';
import { cutAt, inBytes, KEY, onThisMachine, PROTOCOLS, relay, startUpstream, type Upstream, whole } from './provider-support.ts';

/** Characters of one, two, three and four bytes, and a family that is several of them. */
const TEXT = 'Tea — 茶，よく。 Ça va? 😀👩‍👩‍👧 𝒳 "quoted" \\ back\nNext line: ärger. 完。';
const CUTS_OF_A_PROTOCOL = 50;

const mock = new LLMock({ port: 0, logLevel: 'silent', chunkSize: 5 });
const providers = onThisMachine();
let upstream: Upstream;

beforeAll(async () => {
  mock.onMessage(/./u, { content: TEXT });
  await mock.start();
  upstream = await startUpstream();
});
afterAll(async () => {
  await upstream.close();
  await mock.stop();
});

interface Outcome {
  readonly text: string;
  readonly finish: ProviderPart | undefined;
  readonly error: ProviderError | null;
}

async function ask({ protocol, model, below }: (typeof PROTOCOLS)[number]): Promise<Outcome> {
  const request = { protocol, model, baseUrl: `${upstream.url}${below}`, key: KEY } satisfies ProviderModel;
  const parts: ProviderPart[] = [];
  const done = (error: ProviderError | null): Outcome => ({
    text: parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''),
    finish: parts.find(({ kind }) => kind === 'finish'),
    error,
  });
  const turns = [{ role: 'user', text: 'What is tea?' }] as const;
  try {
    const signal = new AbortController().signal;
    for await (const part of providers.answer({ ...request, system: 'Be short.', turns, maxOutputTokens: 500 }, signal)) parts.push(part);
    return done(null);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return done(error);
  }
}

describe.each(PROTOCOLS)('an answer of $protocol', (spoken) => {
  it('is the same text whole and with every byte apart', async () => {
    for (const plan of [whole, inBytes]) {
      relay(upstream, mock.url, plan);
      const { text, finish, error } = await ask(spoken);
      expect([text, error]).toEqual([TEXT, null]);
      expect(finish).toMatchObject({ kind: 'finish', reason: 'stop' });
    }
  });

  it('loses and doubles no character wherever it is cut, and never looks finished', async () => {
    const size = relay(upstream, mock.url, whole);
    await ask(spoken);
    const sizeBytes = size();
    const before = upstream.heard.length;
    let atNoEnd = 0;
    const wrong: object[] = [];
    // Places all over the answer, the same at each run; ends of lines among them as often as they come.
    const places = sample(integer({ min: 0, max: sizeBytes - 1 }), { numRuns: CUTS_OF_A_PROTOCOL, seed: 15 });
    for (const [index, place] of places.entries()) {
      relay(upstream, mock.url, cutAt(place, index % 2 === 0 ? 'drop' : 'neat'));
      const { text, finish, error } = await ask(spoken);
      // Where nothing says that this was all, it was not; where the last word has come, all of it has.
      const isWhole = finish !== undefined;
      if (!TEXT.startsWith(text) || (isWhole ? text !== TEXT : error === null)) wrong.push({ place, text, isWhole });
      if (!isWhole) atNoEnd += 1;
    }
    expect(wrong).toEqual([]);
    expect(upstream.heard.length - before).toBe(CUTS_OF_A_PROTOCOL);
    expect(atNoEnd).toBeGreaterThan(CUTS_OF_A_PROTOCOL / 2);
  });
});
