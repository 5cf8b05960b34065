import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react';
import { askAgain } from '#actors/late-code';

export interface FallbackProps {
  /** Shows the children again; code that did not arrive is asked for again. */
  readonly onReset: () => void;
  /** What was thrown. */
  readonly error: unknown;
}

export interface ErrorBoundaryProps {
  readonly fallback: ComponentType<FallbackProps>;
  /** Where one is: another place shows the children again. */
  readonly place?: unknown;
  readonly children: ReactNode;
}

interface Fallen {
  readonly hasFailed: boolean;
  readonly error: unknown;
}

/** Catches defects of the views below it. React offers this only to classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Fallen> {
  override state: Fallen = { hasFailed: false, error: null };

  static getDerivedStateFromError(error: unknown): Fallen {
    return { hasFailed: true, error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override componentDidUpdate(before: ErrorBoundaryProps, { hasFailed }: Fallen): void {
    if (hasFailed && before.place !== this.props.place) this.reset();
  }

  readonly reset = (): void => {
    askAgain();
    this.setState({ hasFailed: false, error: null });
  };

  override render(): ReactNode {
    const { fallback: Fallback, children } = this.props;
    const { hasFailed, error } = this.state;
    return hasFailed ? <Fallback error={error} onReset={this.reset} /> : children;
  }
}
