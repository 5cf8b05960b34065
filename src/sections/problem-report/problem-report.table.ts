import type { Generated, GeneratedAlways } from 'kysely';
import type { ProblemArea, ProblemState, Reporter } from '#domain/observe/problem-report';
import type { UnixSeconds } from '#server/db/columns/column-types';

/** What somebody has reported, as lists show it. Nothing in it says more of a visitor than the network and the browser. */
export interface ProblemReportTable {
  id: GeneratedAlways<number>;
  /** Quoted by people, such as `K7M2-9QXD`. */
  number: string;
  area: ProblemArea;
  who: Reporter;
  /** Null unless an administrator has reported who still is one. */
  admin_id: number | null;
  /** Name of that administrator's account. */
  reporter: Generated<string>;
  page: string;
  /** Written by whoever reported, in their own words. */
  sentence: string;
  app: Generated<string>;
  build: string;
  language: Generated<string>;
  useragent: Generated<string>;
  network: string;
  /** The last actor that failed, and how; empty where none did. */
  fault_path: Generated<string>;
  fault_error: Generated<string>;
  /** How many entries the journal has, and how many bytes. */
  entries: Generated<number>;
  size: Generated<number>;
  status: Generated<ProblemState>;
  /** Of whoever looks after it. */
  note: Generated<string>;
  version: Generated<number>;
  create_time: UnixSeconds;
}
