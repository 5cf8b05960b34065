import type { Announced } from '#api/client';
import type { UndoOffer } from '#domain/table/undo-offer';

/** What a reply says of taking its write back; undefined where that cannot be done. */
export function offerIn({ path, output }: Announced): UndoOffer | undefined {
  const change = typeof output === 'object' && output !== null && 'change' in output ? output.change : undefined;
  return typeof change === 'number' ? { controller: path.split('/')[2] ?? '', change } : undefined;
}
