import { createContext } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { erasureWindowLogic } from '#machines/changes/change-windows.logic';

export type ErasureWindowRef = ActorRefFrom<typeof erasureWindowLogic>;

/** The window of erasing, for whatever stands in its place. */
export const ErasureContext = createContext<ErasureWindowRef | null>(null);
