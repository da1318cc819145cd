import { subscriberDevice } from '@packhouse/contract'
import type { ResourceRow } from '../../../resource/registry.ts'

/** The address of the dead letters of a subscriber. */
export function lettersOf({ name }: ResourceRow): string {
  return `/telemetry/dead-letters?${new URLSearchParams({ device: subscriberDevice(String(name)) })}`
}
