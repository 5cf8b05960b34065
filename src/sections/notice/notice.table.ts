import type { Generated } from 'kysely';
import type { Stamped, Switch, UnixSeconds, Versioned } from '#server/db/columns/column-types';

export interface NoticeTable extends Stamped, Versioned {
  id: Generated<number>;
  title: string;
  title_en: Generated<string>;
  body: Generated<string>;
  body_en: Generated<string>;
  status: Generated<'draft' | 'review' | 'ready' | 'on' | 'ended'>;
  is_pinned: Generated<Switch>;
  audience: Generated<'public' | 'members'>;
  /** Of members: the only group that it is for. */
  group_id: number | null;
  /** Null for at once. */
  publish_time: UnixSeconds | null;
  /** Null for never. */
  expire_time: UnixSeconds | null;
}
