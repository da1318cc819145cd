import { hasHeededConditions, type PromiseActual } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { DASH } from '../../lib/format/numbers.ts'
import { classNames } from '../../ui/class-names.ts'
import { conditionLines, figureWords, shareWords, writtenIn } from './promise-words.ts'

/** Quoted, FAT, SAT and live in one row, each with its basis: figures with another basis are not equal. */
export function PromiseFacts({ promise }: { promise: PromiseActual }) {
  const { figure, unit, tests, live, promisedOn } = promise
  const quoted = [writtenIn(promise), promisedOn === null ? '' : formatPlainDate(promisedOn)]
  return (
    <dl className="grid overflow-hidden rounded-panel border border-line bg-surface sm:grid-cols-2 xl:grid-cols-4">
      <Fact
        term={t('promises.promised')}
        value={figure}
        unit={unit}
        lines={[quoted, ...conditionLines(promise).map((line) => [line])]}
        isData
      />
      <Fact term={t('promises.factoryTest')} {...ofTest(promise, tests.factory)} />
      <Fact term={t('promises.siteTest')} {...ofTest(promise, tests.site)} />
      <Fact
        term={promise.kind === 'speed' ? t('promises.liveMedian') : t('promises.live')}
        value={live?.value}
        unit={unit}
        of={figure}
        isLive
        lines={live === null ? [[nothingWords(promise)]] : [...liveLines(live), ...tooLittle(promise)]}
      />
    </dl>
  )
}

function nothingWords(promise: PromiseActual): string {
  if (promise.result === 'notComparable') return t('promises.notComparableAbout')
  return hasHeededConditions(promise) ? t('promises.tooLittleUnderConditions') : t('promises.nothingMeasured')
}

/** Why there is no result though something is measured. */
function tooLittle(promise: PromiseActual): string[][] {
  const isTooLittle = promise.result === 'notMeasured' && hasHeededConditions(promise)
  return isTooLittle ? [[t('promises.tooLittleUnderConditions')]] : []
}

function liveLines({ p10, p90, hours, unknownHours, uncheckedHours }: NonNullable<PromiseActual['live']>): string[][] {
  const span =
    p10 === null || p90 === null ? '' : t('promises.eightOfTen', { from: figureWords(p10), to: figureWords(p90) })
  return [
    [span],
    [
      t('promises.measuredFor', { hours }),
      unknownHours > 0 ? t('promises.unknownFor', { hours: unknownHours }) : '',
      uncheckedHours > 0 ? t('promises.uncheckedFor', { hours: uncheckedHours }) : '',
    ],
  ]
}

function ofTest({ figure, unit }: PromiseActual, test: PromiseActual['tests']['factory']): Omit<FactProps, 'term'> {
  if (test === null || test === undefined) return { value: undefined, unit, lines: [[t('promises.notTested')]] }
  const { value, on, hours, product, accepted, openPoints } = test
  const basis = [formatPlainDate(on), hours === null ? '' : t('promises.forHours', { hours }), product]
  const outcome = accepted ? t('promises.accepted') : t('promises.notAccepted')
  return {
    ...{ value, unit, of: figure },
    lines: [basis, [outcome, openPoints > 0 ? t('promises.openPoints', { count: openPoints }) : '']],
  }
}

interface FactProps {
  term: string
  value: number | undefined
  unit: string
  /** What it is a share of. */
  of?: number
  /** Each of words that stand behind each other; empty ones are left out. */
  lines: readonly (readonly string[])[]
  isLive?: boolean
  /** Whether the lines are of the data alone. */
  isData?: boolean
}

function Fact({ term, value, unit, of, lines, isLive = false, isData = false }: FactProps) {
  return (
    <div
      className={classNames(
        'grid content-start gap-0.5 border-b border-line px-4 py-3 sm:border-e xl:border-b-0',
        isLive && 'bg-kraft-soft shadow-[inset_0_3px_0_var(--kraft)]',
      )}
    >
      <dt className="flex items-baseline gap-2 text-12 text-text-2">
        {term}
        {value !== undefined && of !== undefined && of > 0 && value !== of && (
          <span className="ms-auto text-13 font-semibold text-text tabular-nums">{shareWords(value / of - 1)}</span>
        )}
      </dt>
      <dd>
        <span className="font-display text-26 leading-9 font-semibold tabular-nums">
          {value === undefined ? DASH : figureWords(value)}
        </span>{' '}
        <span className="text-13 text-text-2" translate="no">
          {value === undefined ? '' : unit}
        </span>
        {lines.map((line) => {
          const words = line.filter((word) => word !== '').join(', ')
          return words === '' ? null : (
            <span key={words} className="block text-12 text-text-2 wrap-anywhere" translate={isData ? 'no' : undefined}>
              {words}
            </span>
          )
        })}
      </dd>
    </div>
  )
}
