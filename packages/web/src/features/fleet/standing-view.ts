import type { Standing } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { stateIcons } from '../../entities/machine/machine-icons.tsx'
import { stateLabel } from '../../entities/machine/state-labels.ts'
import { statusViews } from '../../entities/machine/status.ts'
import type { Icon } from '../../ui/icon.tsx'

interface StandingView {
  word: string
  icon: Icon
  colour: string
}

/** The word, the shape and the colour of how a machine is now. */
export function standingView(standing: Standing): StandingView {
  if (standing === 'Offline') return statusViews.offline
  if (standing === 'NoLiveData') return statusViews.unknown
  if (standing === 'OnOrder') return statusViews.onOrder
  if (standing === 'Unknown') return { word: t('fleet.stateUnknown'), icon: stateIcons.Unknown, colour: 'text-unk' }
  return { word: stateLabel(standing), icon: stateIcons[standing], colour: colours[standing] }
}

const colours: Record<Exclude<Standing, 'Offline' | 'NoLiveData' | 'OnOrder' | 'Unknown'>, string> = {
  Running: 'text-ok',
  Idle: 'text-info',
  Stopped: 'text-text',
  Faulted: 'text-bad',
}
