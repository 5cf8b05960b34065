/**
 * A file on its way that says how far it has come: each piece of it stands behind a head of eight bytes, how many rows are in it so far and how
 * many bytes follow. Nothing else tells that, where pieces are packed or are put together on the way.
 */

const HEAD_BYTES = 8;

/** @param rows how many rows are in what was read so far */
export function framed(body: ReadableStream<Uint8Array>, rows: () => number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        const piece = new Uint8Array(HEAD_BYTES + value.byteLength);
        const head = new DataView(piece.buffer);
        head.setUint32(0, rows());
        head.setUint32(4, value.byteLength);
        piece.set(value, HEAD_BYTES);
        controller.enqueue(piece);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/**
 * The pieces of such a file as they come.
 * @param heard how many bytes of the file have come, and how many rows are in the pieces that are whole
 * @throws Error where it breaks off inside of a piece
 */
export async function unframed(
  body: AsyncIterable<Uint8Array<ArrayBuffer>>,
  heard: (bytes: number, rows: number) => void,
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const head = new Uint8Array(HEAD_BYTES);
  const view = new DataView(head.buffer);
  let [headed, left, bytes] = [0, 0, 0];
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
  if (left > 0 || headed > 0) throw new Error('The file broke off');
  return pieces;
}
