import type { MachineModel } from './model.ts'
import { wander } from './random.ts'

const DAY_MS = 24 * 3_600_000
const MINUTE_MS = 60_000

/**
 * Temperature at the machine: that of the hall through the day, what running adds, and a little noise.
 * @param warmth 0 (cold) to 1
 * @returns °C with two decimals, within 18 and 42
 */
export function temperatureAt(model: MachineModel, warmth: number, time: number): number {
  const noise = 0.25 * wander(model.seed + 11, time, 5 * MINUTE_MS) + 0.06 * wander(model.seed + 12, time, 3_000)
  return round(model.ambient + 1.2 * afternoon(model, time) + model.heating * warmth + noise, 2)
}

/** Relative humidity, which falls a little while the air gets warmer. @returns % with one decimal, within 30 and 50 */
export function humidityAt(model: MachineModel, warmth: number, time: number): number {
  const weather = 2.5 * wander(model.seed + 13, time, 6 * 60 * MINUTE_MS)
  const noise = 0.6 * wander(model.seed + 14, time, 7 * MINUTE_MS) + 0.15 * wander(model.seed + 15, time, 4_000)
  return round(model.humidity + weather - 1.2 * afternoon(model, time) - 1.5 * warmth + noise, 1)
}

/** From -1 at 3 in the morning to 1 at 3 in the afternoon, local time. */
function afternoon(model: MachineModel, time: number): number {
  const local = time + model.site.utcOffset * 3_600_000
  return -Math.cos((2 * Math.PI * (local - DAY_MS / 8)) / DAY_MS)
}

export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}
