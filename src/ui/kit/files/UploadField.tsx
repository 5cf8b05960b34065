import { Suspense } from 'react';
import { lazyView } from '../../base/lazy-view.tsx';
import classes from './uploads.module.css';
import type { UploadBoxProps } from './UploadBox.tsx';

const UploadBox = lazyView(async () => (await import('./UploadBox.tsx')).UploadBox);

/** The way files come into a field or a page. Its code and words come when it is first shown. */
export const UploadField = (props: UploadBoxProps) => (
  <Suspense fallback={<div className={classes.waiting} data-look={props.look} />}>
    <UploadBox {...props} />
  </Suspense>
);
