import type { ColumnType, Generated } from 'kysely';
import type { UnixSeconds } from '../columns/column-types.ts';

/** Where a target lies in the picture, in the picture's own pixels. */
export interface CaptchaBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One captcha that waits for its answer. */
export interface CaptchaTable {
  /** SHA-256 of the id that the client chose. */
  id_hash: string;
  /** Names one picture: a new one under the same id has another. */
  drawing: string;
  /** The address or network it was drawn for. */
  network: string;
  targets: ColumnType<readonly CaptchaBox[], string, string>;
  width: number;
  height: number;
  /** How often its answer was looked at, and was right. */
  tries: Generated<number>;
  expire_time: UnixSeconds;
}

/** One piece of work that waits for its answer. */
export interface CaptchaWorkTable {
  /** SHA-256 of the id that the client chose. */
  id_hash: string;
  /** The address or network it was given to. */
  network: string;
  /** SHA-256 of what it opens: nothing else. */
  door_hash: string;
  /** Which of the candidates it is. */
  answer: number;
  expire_time: UnixSeconds;
}
