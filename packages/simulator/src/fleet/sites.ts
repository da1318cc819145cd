export interface Site {
  /** Degrees. */
  latitude: number
  longitude: number
  /** Of the standard time, hours. In summer the shifts start an hour late by local time, which does no harm. */
  utcOffset: number
}

const sites: Readonly<Record<string, Site>> = {
  Bergen: { latitude: 60.3913, longitude: 5.3221, utcOffset: 1 },
  Aarhus: { latitude: 56.1629, longitude: 10.2039, utcOffset: 1 },
  Ålesund: { latitude: 62.4722, longitude: 6.1495, utcOffset: 1 },
  Gdańsk: { latitude: 54.352, longitude: 18.6466, utcOffset: 1 },
  Łódź: { latitude: 51.7592, longitude: 19.456, utcOffset: 1 },
  Leeds: { latitude: 53.8008, longitude: -1.5491, utcOffset: 0 },
  Lyon: { latitude: 45.764, longitude: 4.8357, utcOffset: 1 },
  Valencia: { latitude: 39.4699, longitude: -0.3763, utcOffset: 1 },
  Kempten: { latitude: 47.7267, longitude: 10.3139, utcOffset: 1 },
  Seville: { latitude: 37.3891, longitude: -5.9845, utcOffset: 1 },
  Hull: { latitude: 53.7443, longitude: -0.3325, utcOffset: 0 },
}

/**
 * The site of a machine.
 * @param location as the sample company writes it: `Bergen, Norway · Line 1`
 * @throws Error for a town that is not known here
 */
export function siteOf(location: string): Site {
  const town = location.split(',')[0]?.trim() ?? ''
  const site = sites[town]
  if (site === undefined) throw new Error(`The site of "${location}" is not known; add ${town} to the sites.`)
  return site
}
