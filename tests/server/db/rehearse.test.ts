import { describe, expect, it } from 'vitest';
import { rehearse } from '#server/db/base/rehearse';

/** A transaction that keeps what is written unless the work throws. */
function transactionOf() {
  const kept: string[] = [];
  const open = async <T>(work: (write: (word: string) => void) => Promise<T>): Promise<T> => {
    const written: string[] = [];
    const result = await work((word) => void written.push(word));
    kept.push(...written);
    return result;
  };
  return { kept, open };
}

/** Keeps what was written although the work has thrown. */
const swallow = async (work: (scope: null) => Promise<never>): Promise<never> => {
  await work(null).catch(() => undefined);
  return undefined as never;
};

describe('a rehearsal', () => {
  it('gives what the work gives, and keeps nothing of it', async () => {
    const { kept, open } = transactionOf();
    const seen = await rehearse(open<never>, async (write) => {
      write('one');
      return 'done';
    });
    expect([seen, kept]).toEqual(['done', []]);
  });

  it('throws what the work throws', async () => {
    const error = new Error('refused');
    await expect(rehearse(transactionOf().open<never>, () => Promise.reject(error))).rejects.toBe(error);
  });

  it('ends itself alone where it stands within another', async () => {
    const [outer, inner] = [transactionOf(), transactionOf()];
    const seen = await rehearse(outer.open<never>, async (write) => {
      write('outer');
      const own = await rehearse(inner.open<never>, () => Promise.resolve('inner'));
      return [own, 'outer'];
    });
    expect(seen).toEqual(['inner', 'outer']);
  });

  it('throws what has gone wrong behind the work, such as a line that breaks while it is taken back', async () => {
    const broken = new Error('the line broke');
    const breaking = async (work: (scope: null) => Promise<never>): Promise<never> => {
      await work(null).catch(() => undefined);
      throw broken;
    };
    await expect(rehearse(breaking, () => Promise.resolve('done'))).rejects.toBe(broken);
  });

  it('fails where somebody has kept what was rehearsed', async () => {
    await expect(rehearse(swallow, () => Promise.resolve('done'))).rejects.toThrow('what was rehearsed was not taken back');
  });
});
