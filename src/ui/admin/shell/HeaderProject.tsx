import { Suspense } from 'react';
import { lazyView } from '../../base/lazy-view.tsx';
import { useSite } from '../../base/use-site.ts';

const ProjectPicker = lazyView(async () => (await import('../../kit/pickers/ProjectPicker.tsx')).ProjectPicker);

/** The project selector, where there is something to select. */
export function HeaderProject() {
  return useSite().hasProjects ? (
    <Suspense>
      <ProjectPicker />
    </Suspense>
  ) : null;
}
