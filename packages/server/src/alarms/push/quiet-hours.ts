/** Hours without notifications, such as 22:00 to 06:00. Both are `HH:MM`. */
export interface QuietHours {
  from: string
  to: string
}

/**
 * Whether it is within quiet hours now. Hours that end before they begin go on after midnight; two equal times mean no quiet hours.
 * @param now Unix ms
 * @param zone IANA name
 */
export function isQuiet({ from, to }: QuietHours, now: number, zone: string): boolean {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const time = clock.format(now)
  return from <= to ? time >= from && time < to : time >= from || time < to
}
