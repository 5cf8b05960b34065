import { Suspense } from 'react';
import { lazyView } from '../app/lazy-view.tsx';
import { useSite } from '../app/use-site.ts';

const ProjectPicker = lazyView(async () => (await import('../kit/CascadePicker/ProjectPicker.tsx')).ProjectPicker);

/** The project selector, where there is something to select. */
export function HeaderProject() {
  return useSite().hasProjects ? (
    <Suspense>
      <ProjectPicker />
    </Suspense>
  ) : null;
}
