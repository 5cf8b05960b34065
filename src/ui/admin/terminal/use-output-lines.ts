import { useSyncExternalStore } from 'react';
import type { OutputLine } from '#actors/terminal/terminal-output';
import { useBundle } from '../../base/lazy-bundles.ts';

/** A run's lines, followed once a frame. The list itself grows; `count` tells how far it is. */
export function useOutputLines(runUuid: string): { readonly lines: readonly OutputLine[]; readonly count: number } {
  'use no memo'; // the buffer is one object that changes inside
  const { output } = useBundle('terminal');
  const count = useSyncExternalStore(output.subscribe, () => output.lines(runUuid).length);
  return { lines: output.lines(runUuid), count };
}
