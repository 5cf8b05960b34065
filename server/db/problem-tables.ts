import type { GeneratedAlways } from 'kysely';
import type { ProblemArea } from '#domain/problem-report';
import type { UnixSeconds } from './column-types.ts';

/** What somebody has reported. Nothing in it says more of a visitor than the network. */
export interface ProblemReportTable {
  id: GeneratedAlways<number>;
  /** Quoted by people, such as `K7M2-9QXD`. */
  number: string;
  area: ProblemArea;
  who: 'admin' | 'member' | 'visitor';
  /** Null unless an administrator has reported. */
  admin_id: number | null;
  page: string;
  sentence: string;
  build: string;
  /** The journal, sealed under the number: it can be neither read nor changed in the database. */
  sealed_journal: string;
  network: string;
  create_time: UnixSeconds;
}
