import type { RefCallback } from 'react';

/** How far from sight something counts as seen: what is fetched for it is there when the reader is. */
const NEAR = '400px';

/** For the `ref` of an element: tells when it comes near sight, however it is scrolled there, and again each time it comes back. */
export const whenSeen =
  (onSeen: () => void): RefCallback<Element> =>
  (element) => {
    if (element === null) return undefined;
    // Browsers that do not know the margin of a scrolled place tell when it is in sight.
    const options: IntersectionObserverInit & { readonly scrollMargin: string } = { scrollMargin: NEAR };
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onSeen();
    }, options);
    observer.observe(element);
    return () => observer.disconnect();
  };
