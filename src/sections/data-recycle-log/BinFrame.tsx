import { useBundle } from '#ui/base/lazy-bundles.ts';
import { useLeafActor } from '#ui/base/use-leaf-actor.ts';
import type { FrameProps } from '#ui/kit/table/base/table-extras.ts';
import { BinContext } from './bin-context.ts';

/** The page of the bin: its parts ask one actor what is in it. */
export function BinFrame({ collection, children }: FrameProps) {
  const { binSections } = useBundle('changes');
  const bin = useLeafActor(binSections, { id: 'binSections', input: { list: collection } });
  return <BinContext value={bin}>{children}</BinContext>;
}
