import type { PromisedSpeeds } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPercent } from '../../lib/format/numbers.ts'

/** How promised speeds turned out, in a sentence. */
export function promisedWords({ kept, missed, notMeasured }: PromisedSpeeds): string {
  return t('library.promisedSpeedsWords', { kept, missed, open: notMeasured })
}

/** What stands behind their number: the median as a share of the promise, and how many are not measured. */
export function aboutPromised({ median, notMeasured }: PromisedSpeeds): string {
  return [
    ...(median === null ? [] : [t('library.medianOfPromise', { percent: formatPercent(median * 100) })]),
    ...(notMeasured > 0 ? [t('library.promisesNotMeasured', { count: notMeasured })] : []),
  ].join(', ')
}
