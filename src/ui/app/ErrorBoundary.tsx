import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react';

export interface FallbackProps {
  /** Shows the children again. */
  readonly onReset: () => void;
  /** What was thrown. */
  readonly error: unknown;
}

export interface ErrorBoundaryProps {
  readonly fallback: ComponentType<FallbackProps>;
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

  override render(): ReactNode {
    const { fallback: Fallback, children } = this.props;
    const { hasFailed, error } = this.state;
    return hasFailed ? <Fallback error={error} onReset={() => this.setState({ hasFailed: false, error: null })} /> : children;
  }
}
