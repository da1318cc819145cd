/** Of the countries with several zones, the one in which most of their companies work. */
const main: Readonly<Record<string, string>> = {
  AR: 'America/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Ponape',
  GL: 'America/Godthab',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Hebron',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kiev',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
}

/** Part of ECMA-402 that the types of the language do not have yet. */
interface LocaleOfRegion extends Intl.Locale {
  getTimeZones(): string[] | undefined
}

/** The IANA zone to begin with for a company of a country; null where none is usual, such as in Antarctica. */
export function mainTimeZone(iso2: string): string | null {
  const known = main[iso2]
  if (known !== undefined) return known
  const zones = (new Intl.Locale(`und-${iso2}`) as LocaleOfRegion).getTimeZones() ?? []
  return zones.length === 1 ? (zones[0] ?? null) : null
}
