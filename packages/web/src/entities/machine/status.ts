import { t } from '@packhouse/messages'
import type { Tone } from '../../ui/badge.tsx'
import type { Icon } from '../../ui/icon.tsx'
import { OfflineIcon, RunningIcon } from '../../ui/icons.tsx'
import { UnknownIcon } from '../../ui/unknown-icon.tsx'

export type MachineStatus = 'running' | 'offline' | 'unknown'

interface StatusView {
  word: string
  tone: Tone
  icon: Icon
  /** The class that colours the shape where there is no badge around it. */
  colour: string
}

/** The word, the tone and the shape of a machine's status. */
export const statusViews: Readonly<Record<MachineStatus, StatusView>> = {
  running: { word: t('general.running'), tone: 'ok', icon: RunningIcon, colour: 'text-ok' },
  offline: { word: t('machine.offline'), tone: 'bad', icon: OfflineIcon, colour: 'text-bad' },
  unknown: { word: t('machine.noLiveData'), tone: 'unk', icon: UnknownIcon, colour: 'text-unk' },
}

/** Running when the live-data flag is true, offline when false, unknown when it is no boolean at all. */
export function machineStatus(online: unknown): MachineStatus {
  if (typeof online !== 'boolean') return 'unknown'
  return online ? 'running' : 'offline'
}
