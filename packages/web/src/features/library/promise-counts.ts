import type { PromiseCounts } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPercent } from '../../lib/format/numbers.ts'

/** How promises turned out, in a sentence. */
export function promisedWords({ kept, missed, notMeasured, waiting }: PromiseCounts): string {
  const counts = { kept, missed, open: notMeasured }
  return waiting > 0 ? t('library.promisesWordsWaiting', { ...counts, waiting }) : t('library.promisesWords', counts)
}

/** Behind their number: the median speed as a share of the promise, and how many are not measured or to be judged. */
export function aboutPromised({ median, notMeasured, waiting }: PromiseCounts): string {
  return [
    ...(median === null ? [] : [t('library.medianOfPromise', { percent: formatPercent(median * 100) })]),
    ...(notMeasured > 0 ? [t('library.promisesNotMeasured', { count: notMeasured })] : []),
    ...(waiting > 0 ? [t('library.promisesWaiting', { count: waiting })] : []),
  ].join(', ')
}
