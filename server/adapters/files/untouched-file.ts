import type { FileHandle } from 'node:fs/promises';

const PIECE_BYTES = 65_536;

/** Both ends included. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The bytes of a file that is opened when the first of them are taken, and closed behind the last one or when their reader leaves. Whoever
 * asked for it may never take any, and a file that is collected as rubbish while it is open ends the process.
 * @param opened null when the file has gone meanwhile
 */
export function untouchedFile(opened: () => Promise<FileHandle | null>, range?: ByteRange): ReadableStream<Uint8Array> {
  const pieces = piecesOf(opened, range);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      // What is being opened or read at the moment is waited for, and closed.
      cancel: async () => void (await pieces.return(undefined)),
    },
    { highWaterMark: 0 },
  );
}

async function* piecesOf(
  opened: () => Promise<FileHandle | null>,
  { start, end }: ByteRange = { start: 0, end: Infinity },
): AsyncGenerator<Uint8Array, undefined> {
  const file = await opened();
  if (!file) throw new Error('A stored file has gone before its first byte was read');
  try {
    for (let at = start; at <= end;) {
      const length = Math.min(PIECE_BYTES, end - at + 1);
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await file.close();
  }
}
