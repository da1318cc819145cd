import { t } from '@packhouse/messages'
import type { BadgeProps } from '../../ui/badge.tsx'
import type { Icon } from '../../ui/icon.tsx'
import { OfflineIcon, OnOrderIcon, RunningIcon } from '../../ui/icons.tsx'
import { UnknownIcon } from '../../ui/unknown-icon.tsx'

export type MachineStatus = 'running' | 'offline' | 'unknown' | 'onOrder'

interface StatusView {
  word: string
  tone: BadgeProps['tone']
  icon: Icon
  /** The class that colours the shape where there is no badge around it. */
  colour: string
}

/** The word, the tone and the shape of a machine's status. */
export const statusViews: Readonly<Record<MachineStatus, StatusView>> = {
  running: { word: t('general.running'), tone: 'ok', icon: RunningIcon, colour: 'text-ok' },
  offline: { word: t('machine.offline'), tone: 'bad', icon: OfflineIcon, colour: 'text-bad' },
  unknown: { word: t('machine.noLiveData'), tone: 'unk', icon: UnknownIcon, colour: 'text-unk' },
  onOrder: { word: t('machine.onOrder'), tone: 'plain', icon: OnOrderIcon, colour: 'text-text-2' },
}

/**
 * Running when the live-data flag is true, offline when false, unknown when it is no boolean at all. A machine that was ordered and never heard is on
 * order until it is delivered.
 */
export function machineStatus({ online, onOrder }: { online?: unknown; onOrder?: boolean }): MachineStatus {
  if (typeof online !== 'boolean') return onOrder ? 'onOrder' : 'unknown'
  return online ? 'running' : 'offline'
}
