/** Decimals that figures are given with, at most. */
const MOST_DECIMALS = 6

/** Rounds to a number of decimals. */
export interface Round {
  (value: number): number
  /** The smallest difference that is left. */
  readonly step: number
}

export function roundTo(decimals: number): Round {
  const size = 10 ** decimals
  // Not -0, which would be shown with its sign.
  return Object.assign((value: number) => Math.round(value * size) / size + 0, { step: 1 / size })
}

/** To a tenth. */
export const tenths = roundTo(1)

/** Two decimals. */
export const hundredths = roundTo(2)

/** To as many decimals as a promised figure has: 0.84 keeps 0.82 and misses 0.85. @param least decimals in any case */
export function roundLike(figure: number, least: number): Round {
  // By what it comes to, since large and small numbers are written with an exponent.
  let decimals = least
  while (decimals < MOST_DECIMALS && roundTo(decimals)(figure) !== figure) decimals += 1
  return roundTo(decimals)
}
