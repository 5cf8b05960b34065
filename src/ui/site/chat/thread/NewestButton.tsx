import { IconArrowDown } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { useCallback, useRef } from 'react';
import { NEWEST_PX, selectNewest, type NewestRef } from '#machines/chat/newest.machine';
import { t } from '../../../base/i18n.ts';
import { useEmitted } from '../../../base/use-emitted.ts';
import { useChat } from '../base/chat-context.ts';
import classes from './newest.module.css';

/** Stands at the end of what was said: finds out whether the reader is there, and leads back. The end of the thread is where it is not scrolled. */
export function NewestButton({ newest }: { readonly newest: NewestRef }) {
  const { box } = useChat();
  const shown = useSelector(newest, selectNewest);
  const end = useRef<HTMLElement>(null);
  const watched = useCallback(
    (element: HTMLElement) => {
      end.current = element;
      return watchEnd(element, (isThere) => newest.send({ type: isThere ? 'newest.reached' : 'newest.left' }));
    },
    [newest],
  );
  const lead = () => end.current?.closest('[data-view]')?.scrollTo({ top: 0 });
  useEmitted(newest, 'newest.wanted', lead);
  return (
    <>
      {shown !== null && (
        <div className={classes.dock}>
          <button
            type="button"
            className={classes.button}
            onClick={({ detail }) => {
              lead();
              // It goes, and the keyboard with it; a finger that pressed it wants no keyboard on the screen.
              if (detail === 0) box.current?.focus();
            }}
          >
            <IconArrowDown size={18} stroke={1.75} aria-hidden="true" />
            <span className={shown === 'news' ? undefined : classes.quiet}>{t(`chatThread.newest.${shown}`)}</span>
          </button>
        </div>
      )}
      <span ref={watched} className={classes.end} aria-hidden="true" />
    </>
  );
}

function watchEnd(element: Element, onChange: (isThere: boolean) => void): () => void {
  // A browser without it would offer what leads nowhere.
  if (typeof IntersectionObserver === 'undefined') return () => {};
  const root = element.closest('[data-view]');
  const observer = new IntersectionObserver((entries) => onChange(entries.at(-1)?.isIntersecting === true), {
    root,
    rootMargin: `0px 0px ${NEWEST_PX}px`,
  });
  observer.observe(element);
  return () => observer.disconnect();
}
