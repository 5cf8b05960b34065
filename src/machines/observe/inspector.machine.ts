/**
 * The way to Stately Inspector, a tool of another house that opens in a window of its own. A leaf of the live charts, in development
 * only.
 */
import { fromCallback, setup, type SnapshotFrom } from 'xstate';
import { notProvided } from '../base/not-provided.ts';

export type InspectorEvent =
  | { readonly type: 'inspector.requested' }
  | { readonly type: 'inspector.released' }
  /** Its window was not opened, or its code did not arrive. */
  | { readonly type: 'inspector.failed' };

export const inspectorMachine = setup({
  types: { events: {} as InspectorEvent },
  actors: { notifyInspector: fromCallback<InspectorEvent>(notProvided('notifyInspector')) },
}).createMachine({
  id: 'inspector',
  initial: 'disconnected',
  states: {
    disconnected: { on: { 'inspector.requested': 'connected' } },
    connected: {
      invoke: { id: 'notifyInspector', src: 'notifyInspector', onError: 'failed' },
      on: { 'inspector.released': 'disconnected', 'inspector.failed': 'failed' },
    },
    failed: { on: { 'inspector.requested': 'connected' } },
  },
});
type InspectorSnapshot = SnapshotFrom<typeof inspectorMachine>;
export const selectInspectorIsConnected = (snapshot: InspectorSnapshot): boolean => snapshot.matches('connected');
export const selectInspectorHasFailed = (snapshot: InspectorSnapshot): boolean => snapshot.matches('failed');
