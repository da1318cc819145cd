import type { PromiseCounts } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPercent } from '../../lib/format/numbers.ts'

/** How promises turned out, in a sentence. */
export function promisedWords({ kept, missed, notMeasured }: PromiseCounts): string {
  return t('library.promisesWords', { kept, missed, open: notMeasured })
}

/** Behind their number: the median speed as a share of the promise, and how many are not measured. */
export function aboutPromised({ median, notMeasured }: PromiseCounts): string {
  return [
    ...(median === null ? [] : [t('library.medianOfPromise', { percent: formatPercent(median * 100) })]),
    ...(notMeasured > 0 ? [t('library.promisesNotMeasured', { count: notMeasured })] : []),
  ].join(', ')
}
