interface Leaving {
  /** Something is under way, and whoever left would not hear what became of it. */
  readonly isHeld: boolean;
  /** Something was typed that is not sent. */
  readonly isTyped?: boolean;
  readonly closeLabel: string;
  readonly onClose: () => void;
}

const stay = () => {};

/** How a window is left: not while something is done in it, and not by a slip beside it while something typed would be lost. */
export const leaving = ({ isHeld, isTyped = false, closeLabel, onClose }: Leaving) => ({
  onClose: isHeld ? stay : onClose,
  closeOnClickOutside: !isHeld && !isTyped,
  closeButtonProps: { 'aria-label': closeLabel, disabled: isHeld },
});
