import { filter, map, type Observable } from 'rxjs';
import type { SendKey } from '#domain/chat/send-key';
import { STORAGE_KEY } from '../base/persistence.ts';
import type { AppPorts } from '../base/ports.ts';

/** Which key sends, for whoever types in this browser. */
export interface SendKeyStore {
  readonly read: () => SendKey;
  readonly keep: (sendKey: SendKey) => void;
  /** Chosen in another tab of this browser. */
  readonly changes: Observable<SendKey>;
}

const CHOSEN: SendKey = 'ctrlEnter';

export function sendKeyStore(storage: AppPorts['storage'], log: (message: string) => void): SendKeyStore {
  const read = (): SendKey => (storage.read(STORAGE_KEY.chatSendKey) === CHOSEN ? CHOSEN : 'enter');
  return {
    read,
    keep(sendKey) {
      try {
        if (sendKey === CHOSEN) storage.write(STORAGE_KEY.chatSendKey, sendKey);
        else storage.remove(STORAGE_KEY.chatSendKey);
      } catch {
        log('not stored: which key sends');
      }
    },
    changes: storage.changes.pipe(
      filter((key) => key === STORAGE_KEY.chatSendKey),
      map(read),
    ),
  };
}
