import { Component, type ErrorInfo } from 'react';
import { askAgain } from '#actors/base/lazy-code';

export interface Fallen {
  readonly hasFailed: boolean;
  readonly error: unknown;
}

/** What catches defects of the views below it. React offers this only to classes. */
export abstract class Boundary<Props> extends Component<Props, Fallen> {
  override state: Fallen = { hasFailed: false, error: null };

  static getDerivedStateFromError(error: unknown): Fallen {
    return { hasFailed: true, error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  /** Shows what is below again; code that did not arrive is asked for again. */
  readonly reset = (): void => {
    askAgain();
    this.setState({ hasFailed: false, error: null });
  };
}
