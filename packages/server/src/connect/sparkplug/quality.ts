import type { Metric } from './generated/sparkplug-b_pb.ts'

/** The property of a metric that says how far its value is to be trusted (Sparkplug 3.0.0, 6.4.15): 0 bad, 192 good, 500 stale. */
const QUALITY = 'Quality'
/** Gateways of OPC servers send those of OPC DA, of which all from here up to 255 are good. */
const GOOD = 192
const LAST_GOOD = 255

/** Whether a metric has a good value; one that says nothing of it has. */
export function isGood({ properties }: Pick<Metric, 'properties'>): boolean {
  const place = properties?.keys.indexOf(QUALITY) ?? -1
  const quality = properties?.values[place]
  if (quality === undefined || quality.isNull) return true
  const { value } = quality.value
  return value === undefined || (value >= GOOD && value <= LAST_GOOD)
}
