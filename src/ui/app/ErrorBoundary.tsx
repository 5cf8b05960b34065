import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react';

export interface FallbackProps {
  /** Shows the children again. */
  readonly onReset: () => void;
}

export interface ErrorBoundaryProps {
  readonly fallback: ComponentType<FallbackProps>;
  readonly children: ReactNode;
}

/** Catches defects of the views below it. React offers this only to classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { fallback: Fallback, children } = this.props;
    return this.state.hasFailed ? <Fallback onReset={() => this.setState({ hasFailed: false })} /> : children;
  }
}
