import type { ComponentType, ReactNode } from 'react';
import { Boundary, type Fallen } from './boundary.ts';

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

/** Shows something else in the place of views that broke. */
export class ErrorBoundary extends Boundary<ErrorBoundaryProps> {
  override componentDidUpdate(before: ErrorBoundaryProps, { hasFailed }: Fallen): void {
    if (hasFailed && before.place !== this.props.place) this.reset();
  }

  override render(): ReactNode {
    const { fallback: Fallback, children } = this.props;
    const { hasFailed, error } = this.state;
    return hasFailed ? <Fallback error={error} onReset={this.reset} /> : children;
  }
}
