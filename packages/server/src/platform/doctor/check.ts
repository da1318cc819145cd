import type { Installation } from './installation.ts'

/** With a fault the product does not start, or does not do its work; with a warning it does for now. */
export type Severity = 'fault' | 'warning'

export interface Finding {
  severity: Severity
  /** What is wrong. */
  what: string
  /** What to do about it. */
  remedy: string
}

/** One question about an installation. It changes nothing that stays. */
export interface Check {
  /** For programs, in kebab-case. */
  name: string
  /** For people. */
  title: string
  needs?: 'database' | 'network'
  examine(installation: Installation): Promise<Finding[]>
}

export function fault(what: string, remedy: string): Finding {
  return { severity: 'fault', what, remedy }
}

export function warning(what: string, remedy: string): Finding {
  return { severity: 'warning', what, remedy }
}

/** The words of an error of the start, whose last sentences say what to do. */
export function faultFrom(error: unknown, remedy: string): Finding {
  return fault(error instanceof Error ? error.message : String(error), remedy)
}
