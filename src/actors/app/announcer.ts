import type { Announced } from '#api/client';
import type { Language } from '#domain/base/language';
import { bring, LazyCodeError, lazyOnce } from '../base/lazy-code.ts';
import type { AppNotices, PagePort } from '../base/ports.ts';
import type { ScreenThen } from '../changes/announce-write.ts';
import { offerIn } from '../table/undo-offer.ts';

/** A write of a section by its address. */
const SECTION_WRITE = /^\/admin\/\w+\.\w+\/(?:add|edit|del|sortable|restore)$/u;

/** An event that another person has to approve: nothing is done yet, and that is said. */
const isRequest = (output: unknown): boolean => typeof output === 'object' && output !== null && 'request' in output;

interface AnnouncerPorts extends Pick<PagePort, 'reportDefect'> {
  readonly notices: Pick<AppNotices, 'succeeded'>;
  readonly screen: () => ScreenThen;
  readonly language: () => Language;
}

const announceWrite = lazyOnce(() => import('../changes/announce-write.ts'));

/** Says that a call has succeeded; of a write of a section by name, with what takes it back. */
export function announcer({ notices, reportDefect, screen: screenOf, language }: AnnouncerPorts) {
  return async (message: string, done: Announced): Promise<void> => {
    const undo = offerIn(done);
    // What cannot be taken back is named all the same; other calls have nothing more to say, and load nothing for it.
    if (!undo && !SECTION_WRITE.test(done.path) && !isRequest(done.output)) return notices.succeeded(message);
    const screen = screenOf();
    let told: Parameters<typeof notices.succeeded>[1] = { undo, news: null };
    try {
      const { announcementOf } = await bring(announceWrite);
      told = await announcementOf(done, undo, screen, language());
    } catch (error) {
      // Without the words for it the write has succeeded all the same.
      if (!(error instanceof LazyCodeError)) reportDefect(error);
    }
    notices.succeeded(message, told);
  };
}
