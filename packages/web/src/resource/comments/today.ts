const DAY_MS = 86_400_000

/** A day of the reader's clock as `YYYY-MM-DD`. @param days from today on */
export function todayHere(days = 0, now = Date.now()): string {
  const at = new Date(now + days * DAY_MS)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
