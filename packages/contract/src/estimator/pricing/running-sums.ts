import { exact, plus, written, ZERO } from './exact.ts'

/** The sum up to each amount, for tables whose pages carry it on. @param amounts as decimals in text */
export function runningSums(amounts: readonly string[]): string[] {
  let sum = ZERO
  return amounts.map((amount) => {
    sum = plus(sum, exact(amount))
    return written(sum)
  })
}
