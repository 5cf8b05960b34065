/** Sends a call again for as long as the server is too busy for it, as clients of ours do: whoever waits for a connection too long is told so. */
export async function unlessBusy<Reply extends { readonly status: number }>(send: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await send();
    if (reply.status !== 503) return reply;
  }
}
