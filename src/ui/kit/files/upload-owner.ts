import { createContext } from 'react';
import type { AnyActorRef } from 'xstate';

/** Whose the uploads below are: they go on while their view is away, and end with it. null: they end with the view. */
export const UploadOwnerContext = createContext<AnyActorRef | null>(null);
