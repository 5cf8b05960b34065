import type { ChatArea } from '#api/contract/chat/first-calls';
import { STORAGE_KEY, readSlice, type Slice } from '../base/persistence.ts';
import type { AppPorts } from '../base/ports.ts';

/**
 * The question that the first page of this site was asked in this tab, and has led here with. No other site can leave one: a link of
 * theirs fills the box, and spends nothing of what somebody may ask.
 */
export interface AskedAtHome {
  readonly isThis: (question: string) => boolean;
  readonly forget: () => void;
}

const SLICE: Slice = { key: STORAGE_KEY.chatAsked, version: 1 };

/** @param area whose chat it is: the first page leads to that of visitors and members alone */
export const askedAtHome = (tabStorage: AppPorts['tabStorage'], area: ChatArea): AskedAtHome => ({
  isThis: (question) => area === 'member' && question !== '' && readSlice(tabStorage, SLICE) === question,
  forget: () => tabStorage.remove(SLICE.key),
});
