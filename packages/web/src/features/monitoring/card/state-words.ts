import { t } from '@packhouse/messages'
import { toMillis } from '../../../lib/format/dates.ts'
import { lengthWords } from '../../../lib/format/lengths.ts'
import type { DerivedCard } from '../derive-card.ts'

const MINUTE = 60_000

type Known = Pick<DerivedCard, 'status' | 'state' | 'stateLabel' | 'stateSince'>

/**
 * A machine's own state and since when: `Stopped 48 min`, `State unknown for 12 min`; of an offline one what was heard last,
 * `Last known: Stopped`: the card says beside it when that was. @param now milliseconds since 1970
 */
export function stateWords(card: Known, now: number): string {
  if (card.status === 'onOrder') return t('monitoring.notDeliveredYet')
  if (card.status === 'unknown') return t('monitoring.stateNeverReported')
  if (card.status === 'offline') {
    return card.state === 'Unknown'
      ? t('monitoring.lastKnownValues')
      : t('monitoring.lastKnownState', { state: card.stateLabel })
  }
  const since = toMillis(card.stateSince)
  const lasted = since === undefined ? 0 : Math.max(0, now - since)
  if (card.state === 'Unknown') {
    if (lasted < MINUTE) return t('monitoring.stateUnknown')
    return t('monitoring.stateUnknownFor', { length: lengthWords(lasted / 1_000) })
  }
  // Nobody wants to read seconds that are renewed once a minute.
  if (lasted < MINUTE) return t('monitoring.stateJustNow', { state: card.stateLabel })
  return t('monitoring.stateFor', { state: card.stateLabel, length: lengthWords(lasted / 1_000) })
}
