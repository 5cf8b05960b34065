import type { ChatFrameProps } from '../../site/chat/ChatFrame.tsx';
import classes from './StaffFrame.module.css';

/** The chat as a page of the back office: as high as there is room, so that the thread scrolls and the box stays in sight. */
export const StaffFrame = ({ lead, side, children }: ChatFrameProps) => (
  <section className={classes.frame}>
    <div className={classes.lead}>{lead}</div>
    {side}
    <div className={classes.main}>{children}</div>
  </section>
);
