import { CODE } from '#api/contract/base/wire';
import { DEMO_PREFIX } from '#domain/demo/demo-words';
import { isTourStep, type TourStep } from '#domain/demo/tour-steps';
import { demoTourMachine } from '#machines/demo/demo-tour.machine';
import type { StoragePort } from '../base/ports.ts';

const STEP_KEY = `${DEMO_PREFIX}tour`;

/** Calls by which people write records; what the product does by itself is none. */
const WRITES = /\/(?:add|edit|del|sortable|sort|bulkEdit)$/iu;

/** Whether a call has written a record. */
export async function isRecordWrite(request: Pick<Request, 'method' | 'url'>, reply: Response): Promise<boolean> {
  if (request.method !== 'POST' || !reply.ok || !WRITES.test(new URL(request.url).pathname)) return false;
  const { code } = (await reply.clone().json()) as { readonly code?: unknown };
  return code === CODE.accepted;
}

/** Where this tab was on the tour, before it was loaded again. */
export function keptTourStep(storage: Pick<StoragePort, 'read'>): TourStep | null {
  const text = storage.read(STEP_KEY);
  return isTourStep(text) ? text : null;
}

/** @param lead brings the page to what a step is about */
export const demoTourLogic = (storage: Pick<StoragePort, 'write' | 'remove'>, lead: (step: TourStep) => void): typeof demoTourMachine =>
  demoTourMachine.provide({
    actions: {
      lead: (_, { step }) => lead(step),
      keepStep: (_, { step }) => {
        try {
          storage.write(STEP_KEY, step);
        } catch {
          // A reload ends the tour then.
        }
      },
      clearStep: () => storage.remove(STEP_KEY),
    },
  });
