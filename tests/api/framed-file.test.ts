import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framed, unframed } from '#api/contract/base/framed-file';

const untold = () => Promise.reject(new Error('nothing was refused'));

type Piece = { readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number };

/** A file whose pieces are made when they are asked for, each with some rows. */
function fileOf(pieces: readonly Piece[]) {
  let [at, rows] = [0, 0];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = pieces[at];
        at += 1;
        if (!piece) return controller.close();
        rows += piece.rows;
        controller.enqueue(piece.bytes);
      },
    },
    { highWaterMark: 0 },
  );
  return framed(body, () => rows, untold);
}

async function bytesOf(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
}

/** The same bytes as a network may bring them. */
async function* cut(bytes: Uint8Array<ArrayBuffer>, size: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

const pieces = fc.array(
  fc.record({ bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => new Uint8Array(bytes)), rows: fc.nat(600) }),
  { maxLength: 12 },
);

describe('a file that says how far it has come', () => {
  it('is the same file, however it is cut on the way, and tells the rows of each piece once it is whole', () =>
    fc.assert(
      fc.asyncProperty(pieces, fc.integer({ min: 1, max: 50 }), async (made, size) => {
        const heard: (readonly [number, number])[] = [];
        const found = await unframed(cut(await bytesOf(fileOf(made)), size), (bytes, rows) => void heard.push([bytes, rows]));
        expect(found.refusal).toBe(null);
        expect(await bytesOf(new Blob([...found.pieces]).stream())).toEqual(
          await bytesOf(new Blob(made.map(({ bytes }) => bytes)).stream()),
        );
        const sums = made.map((_, index) => {
          const so = made.slice(0, index + 1);
          return [so.reduce((sum, { bytes }) => sum + bytes.byteLength, 0), so.reduce((sum, { rows }) => sum + rows, 0)];
        });
        expect(heard).toEqual(sums);
      }),
    ));

  it('that breaks off is none', async () => {
    const whole = await bytesOf(fileOf([{ bytes: new Uint8Array(20), rows: 2 }]));
    for (const length of [3, 8, 27]) await expect(unframed(cut(whole.slice(0, length), 5), () => undefined)).rejects.toThrow('broke off');
    expect(await unframed(cut(whole.slice(0, 0), 5), () => undefined)).toEqual({ pieces: [], refusal: null });
  });

  it('that cannot be finished says why, however it is cut on the way, and is broken off to whoever does not know of it', () =>
    fc.assert(
      fc.asyncProperty(pieces, fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 1, max: 50 }), async (made, why, size) => {
        let at = 0;
        const body = new ReadableStream<Uint8Array>(
          {
            pull(controller) {
              const piece = made[at];
              at += 1;
              if (!piece) return controller.error(new Error('why'));
              controller.enqueue(piece.bytes);
            },
          },
          { highWaterMark: 0 },
        );
        const refusalOf = async (error: unknown) => (error instanceof Error && error.message === 'why' ? why : new Uint8Array());
        const sent = await bytesOf(framed(body, () => 1, refusalOf));
        const heard: number[] = [];
        const found = await unframed(cut(sent, size), (bytes) => void heard.push(bytes));
        expect(found.refusal).toEqual(new Uint8Array(why));
        expect(heard.length).toBe(made.length);
        expect(await bytesOf(new Blob([...found.pieces]).stream())).toEqual(
          await bytesOf(new Blob(made.map(({ bytes }) => bytes)).stream()),
        );
        // Of the last piece one byte is missing.
        expect(new DataView(sent.buffer).getUint32(sent.byteLength - why.byteLength - 4)).toBe(why.byteLength + 1);
        // Cut in its midst it is none at all, for anybody.
        await expect(unframed(cut(sent.slice(0, -1), size), () => undefined)).rejects.toThrow('broke off');
      }),
    ));

  it('gives up what it is made of when nobody takes it any more', async () => {
    const asked = Promise.withResolvers<unknown>();
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(new Uint8Array(4)), cancel: asked.resolve });
    const reader = framed(endless, () => 1, untold).getReader();
    await reader.read();
    await reader.cancel('gone');
    expect(await asked.promise).toBe('gone');
  });
});
