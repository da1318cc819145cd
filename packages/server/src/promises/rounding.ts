/** To a tenth. */
export function tenths(value: number): number {
  // Not -0, which would be shown with its sign.
  return Math.round(value * 10) / 10 + 0
}

/** Two decimals: a reject rate of 0.84 % is more than 0.8 %. */
export function hundredths(value: number): number {
  return Math.round(value * 100) / 100 + 0
}
