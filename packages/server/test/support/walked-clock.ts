const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What the clock of a zone shows, asked of the platform for one moment and told by no offset: `2026-04-05 01:30`. */
function clockOf(zone: string): (at: number) => string {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: zone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  })
  return (at) => format.format(at)
}

/** Where hours and days begin, found by looking at the clock of a zone minute by minute: an hour where it shows another one, or a full one. */
export function walkedStarts(zone: string, from: number, to: number): { hours: number[]; days: number[] } {
  const clock = clockOf(zone)
  const [hours, days]: [number[], number[]] = [[], []]
  let hour = clock(from).slice(0, 13)
  let latest = hour.slice(0, 10)
  for (let at = from + MINUTE_MS; at < to; at += MINUTE_MS) {
    const now = clock(at)
    if (now.slice(0, 13) !== hour || now.endsWith(':00')) hours.push(at)
    hour = now.slice(0, 13)
    const date = now.slice(0, 10)
    if (date <= latest) continue
    days.push(at)
    latest = date
  }
  return { hours, days }
}

/** The days of UTC, from one year to another, in which the clock of a zone is set. */
export function daysOfChange(zone: string, firstYear: number, lastYear: number): number[] {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', minute: 'numeric', weekday: 'short' })
  const found: number[] = []
  let before = ''
  for (let at = Date.UTC(firstYear, 0, 1); at <= Date.UTC(lastYear + 1, 0, 1); at += DAY_MS) {
    // At the same moment of UTC the clock shows the same time as long as it is not set, of the same weekday before or behind.
    const words = format.format(at)
    const time = `${words.slice(words.indexOf(' '))} ${dayLag(words, at)}`
    if (before !== '' && time !== before) found.push(at - DAY_MS)
    before = time
  }
  return found
}

/** Whether the weekday of the clock is that of UTC, the one before, or the one behind. */
function dayLag(words: string, at: number): number {
  const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
  return (names.indexOf(words.slice(0, 3)) - new Date(at).getUTCDay() + 7) % 7
}
