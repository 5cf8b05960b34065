/**
 * A file on its way that says how far it has come: each piece of it stands behind a head of eight bytes, how many rows are in it so far and how
 * many bytes follow. Nothing else tells that, where pieces are packed or are put together on the way.
 *
 * Where it cannot be finished, the last piece says why: so many rows as no file has, the bytes of the refusal, and a length with one byte that
 * never comes. Whoever does not know of it takes it for a file that broke off, which it is. Why: docs/decisions/189-a-file-says-why-it-ends.md.
 */

const HEAD_BYTES = 8;
const REFUSED = 0xff_ff_ff_ff;

function pieceOf(rows: number, length: number, bytes: Uint8Array): Uint8Array {
  const piece = new Uint8Array(HEAD_BYTES + bytes.byteLength);
  const head = new DataView(piece.buffer);
  head.setUint32(0, rows);
  head.setUint32(4, length);
  piece.set(bytes, HEAD_BYTES);
  return piece;
}

/**
 * @param rows how many rows are in what was read so far
 * @param refusalOf what is told where the file cannot be finished
 */
export function framed(
  body: ReadableStream<Uint8Array>,
  rows: () => number,
  refusalOf: (error: unknown) => Promise<Uint8Array>,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          controller.enqueue(pieceOf(rows(), value.byteLength, value));
        } catch (error) {
          const refusal = await refusalOf(error);
          controller.enqueue(pieceOf(REFUSED, refusal.byteLength + 1, refusal));
          controller.close();
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

export interface Unframed {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
  /** Of a file that could not be finished; the pieces are then what had come of it. */
  readonly refusal: Uint8Array<ArrayBuffer> | null;
}

/**
 * The pieces of such a file as they come.
 * @param heard how many bytes of the file have come, and how many rows are in the pieces that are whole
 * @throws Error where it breaks off inside of a piece
 */
export async function unframed(
  body: AsyncIterable<Uint8Array<ArrayBuffer>>,
  heard: (bytes: number, rows: number) => void,
): Promise<Unframed> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const head = new Uint8Array(HEAD_BYTES);
  const view = new DataView(head.buffer);
  let [headed, left, bytes, whole] = [0, 0, 0, 0];
  for await (const chunk of body) {
    let at = 0;
    while (at < chunk.byteLength) {
      if (left > 0) {
        const piece = chunk.subarray(at, at + left);
        pieces.push(piece);
        at += piece.byteLength;
        left -= piece.byteLength;
        bytes += piece.byteLength;
        if (left === 0) {
          heard(bytes, view.getUint32(0));
          headed = 0;
          whole = pieces.length;
        }
      } else {
        const some = chunk.subarray(at, at + HEAD_BYTES - headed);
        head.set(some, headed);
        headed += some.byteLength;
        at += some.byteLength;
        if (headed === HEAD_BYTES) left = view.getUint32(4);
      }
    }
  }
  if (left === 1 && view.getUint32(0) === REFUSED) return { pieces: pieces.slice(0, whole), refusal: joined(pieces.slice(whole)) };
  if (left > 0 || headed > 0) throw new Error('The file broke off');
  return { pieces, refusal: null };
}

function joined(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}
