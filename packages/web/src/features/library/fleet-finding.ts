import type { FleetFinding } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatCount, formatRate } from '../../lib/format/numbers.ts'

/** What machines in the field contradict of a pair, in words. */
export function findingWords(finding: FleetFinding): string {
  if (finding.kind === 'speed') return t('library.belowClaim', { claims: formatRate(finding.claims) })
  return t('library.answerNoButRuns', { count: finding.machines, hours: formatCount(finding.hours) })
}
