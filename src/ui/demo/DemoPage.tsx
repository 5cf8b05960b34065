import { useSelector } from '@xstate/react';
import { selectIsAnswering } from '#machines/demo/demo-server.machine';
import { DemoBar, type DemoBarProps } from './DemoBar.tsx';
import { DemoTour } from './DemoTour.tsx';
import { DemoStart, type DemoStartProps } from './DemoStart.tsx';

export interface DemoPageProps extends DemoBarProps, Omit<DemoStartProps, 'server'> {
  /** The application has its first picture, and stays although the server changes its tab. */
  readonly isShown: boolean;
}

/** What the demo adds to the product: its door before it, and its bar below it. */
export function DemoPage({ isShown, sizeMb, isSupported, ...bar }: DemoPageProps) {
  const isAnswering = useSelector(bar.server, selectIsAnswering);
  return isShown && (isAnswering || document.querySelector('#root[data-mounted]') !== null) ? (
    <>
      <DemoTour tour={bar.tour} />
      <DemoBar {...bar} />
    </>
  ) : (
    <DemoStart server={bar.server} sizeMb={sizeMb} isSupported={isSupported} />
  );
}
