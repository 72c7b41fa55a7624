/** What is kept under a name. */
export interface KeptName {
  readonly name: string;
  readonly bytes: number;
  /** When it was written last, in milliseconds. */
  readonly writtenAt: number;
}
