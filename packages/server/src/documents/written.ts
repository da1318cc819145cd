/** In the place of what is not known. */
export const DASH = '–'
/** As wide as a digit; the languages of Intl have a hyphen in its place. */
const MINUS = '−'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const isNumeric = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

/** Writes times, numbers and shares as people of a language read them. */
export class Written {
  readonly locale: string
  readonly timeZone: string

  /**
   * @param language BCP 47; English without a region is European
   * @param timeZone IANA
   */
  constructor(language: string, timeZone: string) {
    this.locale = language === 'en' ? 'en-GB' : language
    this.timeZone = timeZone
  }

  /** The same in another time zone. */
  inZone(timeZone: string): Written {
    return new Written(this.locale, timeZone)
  }

  /** `1 May 2026, 14:05` */
  time(at: number): string {
    return this.#format(at, { dateStyle: 'long', timeStyle: 'short', timeZone: this.timeZone })
  }

  /** `1 May 2026, 14:05`, short enough for tables. */
  moment(at: number): string {
    return this.#format(at, { dateStyle: 'medium', timeStyle: 'short', timeZone: this.timeZone })
  }

  /** `1 May` */
  shortDay(at: number): string {
    return this.#format(at, { day: 'numeric', month: 'short', timeZone: this.timeZone })
  }

  /** `14:05` */
  clock(at: number): string {
    return this.#format(at, { timeStyle: 'short', timeZone: this.timeZone })
  }

  /** `1 May 2026` @param day as in `2026-05-01` */
  day(day: string): string {
    return this.#format(Date.parse(`${day}T00:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' })
  }

  /** `October 2026` @param month as in `2026-10` */
  month(month: string): string {
    return this.#format(Date.parse(`${month}-01T00:00:00Z`), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  }

  number(value: number, decimals = 0): string {
    return new Intl.NumberFormat(this.locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    }).format(value)
  }

  /** `1,234.50`. @param amount a decimal as text, which is never made a floating-point number */
  money(amount: string, minorUnits: number): string {
    return this.#decimal(amount, { minimumFractionDigits: minorUnits, maximumFractionDigits: minorUnits })
  }

  /** `1,234.50` and `0.0125`: at least with the decimals of the currency, and with all that it has. @param price a decimal as text */
  unitPrice(price: string, minorUnits: number): string {
    return this.#decimal(price, { minimumFractionDigits: minorUnits, maximumFractionDigits: 6 })
  }

  /** `1,234.5`, with the decimals that it has. @param value a decimal as text */
  decimal(value: string): string {
    return this.#decimal(value, { maximumFractionDigits: 6 })
  }

  #decimal(value: string, options: Intl.NumberFormatOptions): string {
    return isNumeric(value) ? new Intl.NumberFormat(this.locale, options).format(value).replace('-', MINUS) : value
  }

  /** `81.4 %`; a dash where it is not known. */
  share(value: number | null): string {
    if (value === null) return DASH
    return new Intl.NumberFormat(this.locale, { style: 'percent', maximumFractionDigits: 1 }).format(value)
  }

  /** `+4.2 %`, with the sign. */
  change(value: number): string {
    const options = { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' } as const
    return new Intl.NumberFormat(this.locale, options).format(value).replace('-', MINUS)
  }

  /** `2 h 05 min`, below a minute in seconds. */
  length(ms: number): string {
    const unit = (value: number, name: string) =>
      new Intl.NumberFormat(this.locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
    if (ms < MINUTE_MS) return unit(Math.round(ms / SECOND_MS), 'second')
    const minutes = Math.round(ms / MINUTE_MS)
    const hours = Math.floor(minutes / (HOUR_MS / MINUTE_MS))
    const rest = minutes % (HOUR_MS / MINUTE_MS)
    return hours === 0 ? unit(rest, 'minute') : `${unit(hours, 'hour')} ${unit(rest, 'minute')}`
  }

  /** `152:04:31`, hours, minutes and seconds: such times add up as they are written. */
  exactLength(ms: number): string {
    const seconds = Math.round(ms / SECOND_MS)
    const two = (value: number) => String(value).padStart(2, '0')
    return `${Math.floor(seconds / 3_600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  }

  #format(at: number, options: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(this.locale, options).format(at)
  }
}
