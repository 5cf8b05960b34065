/** A database that is not served as it is: what is wrong with it, and what a person can do. Whoever knows of a backup names it. */
export class UnusableDatabaseError extends Error {
  override readonly name = 'UnusableDatabaseError';
  readonly problem: string;
  readonly advice: string;

  constructor(problem: string, advice: string, options?: ErrorOptions) {
    super(`${problem} ${advice}`, options);
    this.problem = problem;
    this.advice = advice;
  }
}
