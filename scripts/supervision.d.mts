export interface End {
  code: number | null
  signal: NodeJS.Signals | null
  /** How long it had been ready in milliseconds; 0 where it never was. */
  ranMs: number
}

export type Next = { pauseMs: number; words: string } | { exitCode: number; words?: string }

export class Supervision {
  after(end: End): Next
}
