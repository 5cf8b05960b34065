import type { ServerPorts } from '../../ports/ports.ts';
import { languageOf } from './language.ts';

/** What a kept out address is told: no envelope, as the protocol has it. Source: wire protocol §1.8. */
export function blockedReply(request: Request, { messages }: Pick<ServerPorts, 'messages'>): Response {
  const msg = messages.text(languageOf(request, new URL(request.url)), 'refusals.settings.blocked');
  return Response.json({ msg }, { status: 403, headers: { 'cache-control': 'no-store' } });
}
