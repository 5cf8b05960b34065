import { useApp } from '../../base/app-context.ts';

/**
 * Copies a text, and says in a notice that it is copied.
 * @param refused what the notice says where the browser did not let it be copied
 */
export function useCopy(refused: string): (content: string, copied: string) => Promise<void> {
  const { notices } = useApp();
  const say = (kind: 'success' | 'warning', words: string) => notices.send({ type: 'notice.raised', kind, text: words });
  return async (content, copied) => {
    try {
      await navigator.clipboard.writeText(content);
      say('success', copied);
    } catch {
      say('warning', refused);
    }
  };
}
