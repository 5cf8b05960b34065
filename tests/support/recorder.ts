import { createActor, fromCallback, type AnyActorRef, type AnyEventObject } from 'xstate';

/** An owner that keeps what it is told. */
export function recorder(): { readonly ref: AnyActorRef; readonly heard: readonly AnyEventObject[] } {
  const heard: AnyEventObject[] = [];
  const ref = createActor(fromCallback(({ receive }) => receive((event) => void heard.push(event)))).start();
  return { ref, heard };
}
