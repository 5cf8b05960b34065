import type { StatelyInspectionEvent } from '@statelyai/inspect';
import { fromCallback, type AnyActorRef, type InspectionEvent } from 'xstate';
import { inspectorMachine } from '#machines/observe/inspector.machine';
import { shownCopy } from './flow-copy.ts';
import type { Journal } from './journal.ts';

interface Inspector {
  readonly adapter: { readonly targetWindow: unknown };
  readonly actor: (ref: AnyActorRef, snapshot: { readonly status: 'active' }) => void;
  readonly inspect: { readonly next?: (inspected: InspectionEvent) => void };
  readonly stop: () => void;
}

type OpenInspector = () => Promise<Inspector>;

/** Its window is a page of stately.ai: what leaves for it is masked like everything that is shown. */
export const maskedForInspector = <E extends StatelyInspectionEvent>(told: E): E => {
  const masked: Record<string, unknown> = { ...told };
  if ('event' in told) masked['event'] = shownCopy(told.event);
  if ('snapshot' in told) {
    const { status, value, context, output } = told.snapshot as Readonly<Record<string, unknown>>;
    masked['snapshot'] = shownCopy({ status, value, context, output });
  }
  return masked as E;
};

const openInspector: OpenInspector = async () => {
  const { createBrowserInspector } = await import('@statelyai/inspect');
  return createBrowserInspector({ serialize: maskedForInspector });
};

/** @param open as the package does it, unless a test says otherwise */
export const inspectorLogic = (journal: Pick<Journal, 'watch' | 'roots'>, open: OpenInspector = openInspector): typeof inspectorMachine =>
  inspectorMachine.provide({
    actors: {
      notifyInspector: fromCallback(({ sendBack }) => {
        let isOver = false;
        let end = (): void => void (isOver = true);
        const begin = (inspector: Inspector) => {
          // A browser that lets no window open says so by giving none.
          if (!inspector.adapter.targetWindow) throw new Error('no window');
          for (const ref of journal.roots().flatMap(withOwned)) inspector.actor(ref, { status: 'active' });
          const unwatch = journal.watch((inspected) => inspector.inspect.next?.(inspected));
          end = () => {
            unwatch();
            inspector.stop();
          };
          if (isOver) end();
        };
        open()
          .then(begin)
          .catch(() => sendBack({ type: 'inspector.failed' }));
        return () => end();
      }),
    },
  });

const withOwned = (ref: AnyActorRef): AnyActorRef[] => [
  ref,
  ...Object.values((ref.getSnapshot()?.children ?? {}) as Readonly<Record<string, AnyActorRef>>).flatMap(withOwned),
];
