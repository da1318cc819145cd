/** The formats of a time zone. Made once per zone: making one costs more than using it a hundred times. */
export function siteFormats(timeZone: string) {
  return {
    time: new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', timeZone }),
    timeFull: new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', timeZone }),
    day: new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', timeZone }),
    /** In figures that can be read back: the same in every language of the reader. */
    wall: new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      calendar: 'iso8601',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
  }
}
