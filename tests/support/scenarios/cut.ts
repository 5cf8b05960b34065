/** How much of a chunk passes when the cut lies in it or at its end; null lets all of it pass. */
type Cut = (chunk: Uint8Array) => number | null;

/** The same reply, whose body breaks off (`broken`) or ends too early (`ended`) at the cut. */
export function cutReply(reply: Response, cut: Cut, end: 'broken' | 'ended'): Response {
  const reader = reply.body?.getReader();
  // A cut before the first byte needs none to come.
  let isOver = cut(new Uint8Array()) !== null;
  const body = new ReadableStream<Uint8Array>(
    {
      // What is enqueued together with an error is lost, so the end comes with the next pull.
      async pull(controller) {
        const next = isOver ? null : await reader?.read();
        if (!next || next.done) {
          await reader?.cancel();
          if (isOver && end === 'broken') controller.error(new TypeError('terminated'));
          else controller.close();
          return;
        }
        const passes = cut(next.value);
        isOver = passes !== null;
        controller.enqueue(passes === null ? next.value : next.value.slice(0, passes));
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  const headers = new Headers(reply.headers);
  if (end === 'ended') headers.delete('content-length');
  return new Response(body, { status: reply.status, headers });
}

export function afterBytes(count: number): Cut {
  let left = count;
  return (chunk) => {
    const passes = chunk.byteLength >= left ? left : null;
    left -= chunk.byteLength;
    return passes;
  };
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Counts the messages of an event stream: each ends with an empty line. */
export function afterMessages(count: number): Cut {
  let left = count;
  let isLineEmpty = false;
  return (chunk) => {
    if (left === 0) return 0;
    for (const [index, byte] of chunk.entries()) {
      if (byte === CARRIAGE_RETURN) continue;
      if (byte === LINE_FEED && isLineEmpty) left -= 1;
      if (left === 0) return index + 1;
      isLineEmpty = byte === LINE_FEED;
    }
    return null;
  };
}
