import { toMicroseconds } from './ordered-time.ts'

/** @param at Unix ms, also with microseconds; @returns as PostgreSQL takes a timestamptz */
export function iso(at: number): string {
  const text = new Date(at).toISOString()
  if (Number.isInteger(at)) return text
  const microseconds = toMicroseconds(at)
  const whole = Math.floor(microseconds / 1000)
  const rest = String(microseconds - whole * 1000).padStart(3, '0')
  return `${new Date(whole).toISOString().slice(0, -1)}${rest}Z`
}

export function isoOrNull(at: number | null): string | null {
  return at === null ? null : iso(at)
}

/** An expression for a timestamptz as Unix ms with its microseconds, a number: the driver's dates are cut to milliseconds. */
export function exactMs(column: string): string {
  return `(extract(epoch FROM ${column}) * 1000)::float8`
}
