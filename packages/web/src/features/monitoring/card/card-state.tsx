import type { HistoryState } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { stateIcons } from '../../../entities/machine/machine-icons.tsx'
import { useNow } from '../../../lib/format/shared-clock.ts'
import type { DerivedCard } from '../derive-card.ts'
import { stateWords } from './state-words.ts'

const colours: Record<HistoryState, string> = {
  Running: 'text-ok',
  Idle: 'text-info',
  Stopped: 'text-text',
  Faulted: 'text-bad',
  Unknown: 'text-unk',
}

/**
 * What the machine itself reports and since when. The badge above it says whether live data come in, which a machine that has
 * stopped sends as well. Of an offline machine it is what was heard last.
 */
export function CardState({ card }: { card: DerivedCard }) {
  const now = useNow()
  const isLive = card.status === 'running'
  const Shape = stateIcons[card.state]
  return (
    <p
      title={isLive || card.status === 'onOrder' ? undefined : t('monitoring.lastKnownHint')}
      className={isLive ? 'flex min-w-0 items-center gap-1 font-[550]' : 'flex min-w-0 items-center gap-1 text-text-3'}
    >
      <Shape size={14} className={isLive ? colours[card.state] : undefined} />
      <span className="truncate tabular-nums">{stateWords(card, now)}</span>
    </p>
  )
}
