import { createContext, createElement, lazy, type ComponentType, type ReactNode } from 'react';
import { LazyCodeError, askAgain, lazyOnce, type Lazy } from '#actors/base/lazy-code';
import { Boundary } from './boundary.ts';
import { LazyFailure } from './LazyFailure.tsx';

/** A component whose code comes when it is first shown. */
export type LazyView<Props> = ((props: Props) => ReactNode) & {
  /** Brings the code beforehand. Rejects when it does not arrive; asking again tries again. */
  readonly preload: () => Promise<void>;
};

export interface LazyViewOptions {
  /** `hidden` shows nothing in the place of something small, `thrown` leaves it to the boundary above. */
  readonly failure?: 'shown' | 'hidden' | 'thrown';
}

/** Whether a view that lies over the page, and hides when it is closed, is open; null where views stand in the page. */
export const OverlayContext = createContext<boolean | null>(null);

/**
 * A component whose code comes when it is first shown; it stands inside a `Suspense`. Where the code does not arrive, a few words and a
 * button that asks again stand in its place. A defect of the component itself is caught here where it lies over the page.
 */
export function lazyView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { failure }: LazyViewOptions = {},
): LazyView<Props> {
  const code: Lazy<ComponentType<Props>> = lazyOnce(load, () => (view = ask()));
  const ask = (): ComponentType<Props> =>
    lazy<ComponentType<Props>>(() => {
      const here = code.arrived();
      return here === null ? moduleOf(code()) : atOnce({ default: here });
    });
  let view = ask();
  const View = (props: Props) => <LazyBoundary failure={failure} render={() => createElement(view, props)} />;
  const preload = async () => {
    try {
      await code();
    } catch (error) {
      askAgain();
      throw error;
    }
  };
  return Object.assign(View, { preload });
}

const moduleOf = async <Code,>(code: Promise<Code>) => ({ default: await code });

/** A promise would be waited for although it is kept: the fallback would be drawn, which React lets stand for 300 ms. */
// oxlint-disable-next-line unicorn/no-thenable -- what React's `lazy` takes, and nobody awaits
const atOnce = <Module,>(module: Module) => ({ then: (take: (module: Module) => void) => take(module) }) as Promise<Module>;

interface LazyBoundaryProps {
  readonly failure: LazyViewOptions['failure'];
  /** A function, since the view is another one once its code was asked for again. */
  readonly render: () => ReactNode;
}

class LazyBoundary extends Boundary<LazyBoundaryProps> {
  static override contextType = OverlayContext;
  declare context: boolean | null;
  #wasOpen: boolean | null = null;

  /** Whoever opens it once more wants it once more. */
  override componentDidUpdate(): void {
    const isOpenedAgain = this.context === true && this.#wasOpen === false;
    this.#wasOpen = this.context;
    if (isOpenedAgain && this.state.hasFailed) this.reset();
  }

  override componentWillUnmount(): void {
    if (this.state.hasFailed) askAgain();
  }

  override render(): ReactNode {
    const { hasFailed, error } = this.state;
    const { failure, render } = this.props;
    // What stands inside stands in a page of its own.
    if (!hasFailed) return <OverlayContext value={null}>{render()}</OverlayContext>;
    // A defect of a window must not take the page below with it, and what was typed there.
    if (error instanceof LazyCodeError ? failure === 'thrown' : this.context === null) throw error;
    if (failure === 'hidden' || this.context === false) return null;
    return <LazyFailure isOver={this.context === true} onRetry={this.reset} />;
  }
}
