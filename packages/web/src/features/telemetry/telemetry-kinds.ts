import { api, type Call } from '@packhouse/contract'
import type { ComponentType } from 'react'
import type { ResourceLook } from '../../resource/look.ts'
import { declared } from '../../resource/registry.ts'
import { DeadLettersPage } from './dead-letters/dead-letters-page.tsx'
import { opcuaLook } from './opcua/opcua-look.tsx'
import { subscriberLook } from './subscribers/subscriber-look.tsx'
import { tagMapLook } from './tag-map-look.tsx'

/** A screen of the section: its place in the address, its name, and the call that opens it. */
interface TelemetryKind {
  path: string
  label: string
  opens: Pick<Call, 'access'>
  /** The list it shows, or else the screen. */
  list?: { resource: string; look: ResourceLook }
  screen?: ComponentType
}

/** The screen that is shown where the address names none. */
export const FIRST_KIND = 'tag-maps'

export const telemetryKinds: readonly TelemetryKind[] = [
  ofResource(FIRST_KIND, 'Tag maps', 'tagMap', tagMapLook),
  ofResource('subscribers', 'Subscribers', 'mqttSubscriber', subscriberLook),
  ofResource('opcua', 'OPC UA', 'opcuaConnection', opcuaLook),
  { path: 'dead-letters', label: 'Dead letters', opens: api.listDeadLetters, screen: DeadLettersPage },
]

function ofResource(path: string, label: string, resource: string, look: ResourceLook): TelemetryKind {
  return { path, label, opens: declared(resource).calls.list, list: { resource, look } }
}
