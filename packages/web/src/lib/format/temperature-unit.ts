import type { TemperatureUnit } from '@packhouse/contract'

let chosen: TemperatureUnit | null = null
let installed: TemperatureUnit = 'celsius'

/** Takes over what the account says, and what applies where it says nothing. */
export function adoptTemperatureUnit(choice: { own?: TemperatureUnit | null; installation?: TemperatureUnit }): void {
  if (choice.own !== undefined) chosen = choice.own
  if (choice.installation !== undefined) installed = choice.installation
}

const unit = () => chosen ?? installed

/** The sign behind a temperature. */
export function temperatureSign(): '°C' | '°F' {
  return unit() === 'fahrenheit' ? '°F' : '°C'
}

/** A stored temperature, which is in °C, in the unit of the reader. */
export function toReaderUnit(celsius: number): number {
  return unit() === 'fahrenheit' ? celsius * 1.8 + 32 : celsius
}
