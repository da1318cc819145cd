import type { QuoteState } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Badge, type Tone } from '../../ui/badge.tsx'

const tones: Record<QuoteState, Tone> = {
  open: 'info',
  withdrawn: 'unk',
  newer: 'unk',
  ended: 'warn',
  accepted: 'ok',
  declined: 'bad',
}

export function QuoteStateBadge({ state }: { state: QuoteState }) {
  return <Badge tone={tones[state]}>{t(`quotePanel.state.${state}`)}</Badge>
}
