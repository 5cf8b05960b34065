import type { Call } from '#api/client';
import { resourceWriteEndpoints } from '#api/contract/table/resource-writes';
import { FailureError } from '#domain/base/failure';
import type { UndoOffer } from '#domain/table/undo-offer';
import type { Notices } from '../base/call-ports.ts';

export interface UndoPorts {
  readonly call: Call;
  readonly notices: Pick<Notices, 'failed'>;
  /** A new idempotency key. */
  readonly newKey: () => string;
  /** The records of a controller are no longer what lists show of them. */
  readonly recordsChanged: (controller: string) => void;
}

/** Takes a write back. Its own success is announced like any other, so that it can be taken back in turn. */
export async function takeBack({ controller, change }: UndoOffer, { call, notices, newKey, recordsChanged }: UndoPorts): Promise<void> {
  try {
    await call(resourceWriteEndpoints({ controller, name: controller }).undo, { change }, { idempotencyKey: newKey() });
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    notices.failed(error.failure);
  }
  recordsChanged(controller);
}
