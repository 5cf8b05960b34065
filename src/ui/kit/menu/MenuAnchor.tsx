import { useImperativeHandle, useLayoutEffect, type Ref, type RefObject } from 'react';

interface MenuAnchorProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  /** These three come from the component library's `Target`, which wraps this. */
  readonly ref?: Ref<HTMLButtonElement | null>;
  readonly id?: string;
  readonly 'aria-controls'?: string;
}

/** Stands for a button that was drawn before its menu: the menu takes its place, its name and its presses from there. */
export function MenuAnchor({ button, ref, id, 'aria-controls': controls }: MenuAnchorProps) {
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => button.current, [button]);
  useLayoutEffect(() => {
    if (id) button.current?.setAttribute('id', id);
    if (controls) button.current?.setAttribute('aria-controls', controls);
    else button.current?.removeAttribute('aria-controls');
  }, [button, id, controls]);
  return null;
}
