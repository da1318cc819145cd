import {
  type AcceptanceTestKind,
  hasHeededConditions,
  type PromiseActual,
  type PromiseReportData,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DASH, type Written } from '../../written.ts'
import { conditionLines, figureWords, gapWords, resultWord, shownPart, sourceWord } from './promise-words.ts'
import { weeksChart } from './weeks-chart.ts'

type Reported = PromiseReportData['promises'][number]

/** One promise as the report writes it. */
export function reportedPromise(promise: PromiseActual, written: Written): Reported {
  const { name, result, source, reference, promisedOn, figure, unit, live, difference } = promise
  const inUnit = (value: number) => `${figureWords(value, written)} ${unit}`
  return {
    ...{ name, result, resultWord: resultWord(result) },
    promised: inUnit(figure),
    writtenIn: reference ?? sourceWord(source),
    promisedOn: promisedOn === null ? null : written.day(promisedOn),
    conditions: conditionLines(promise, written),
    live: live === null ? DASH : inUnit(live.value),
    liveAbout: result === 'notComparable' ? t('promises.notComparableAbout') : liveAbout(promise, written),
    difference: difference === null ? DASH : `${differenceWords(difference, written)} ${unit}`,
    tests: testsOf(promise, written),
    chart: weeksChart(promise, written),
    weeks: promise.weeks.map(({ week, median, p10, p90, hours }) => ({
      week: written.day(week),
      median: figureWords(median, written),
      p10: figureWords(p10, written),
      p90: figureWords(p90, written),
      hours: figureWords(hours, written),
    })),
    gap: gapRows(promise, written),
  }
}

/** A figure with its sign. */
function differenceWords(value: number, written: Written): string {
  return `${value > 0 ? '+' : ''}${figureWords(value, written)}`
}

function liveAbout(promise: PromiseActual, written: Written): string | null {
  const { live, result } = promise
  const tooLittle =
    result === 'notMeasured' && hasHeededConditions(promise) ? [t('promises.tooLittleUnderConditions')] : []
  if (live === null) return tooLittle[0] ?? null
  const { p10, p90, hours, unknownHours, uncheckedHours } = live
  const span = { from: figureWords(p10 ?? 0, written), to: figureWords(p90 ?? 0, written) }
  return [
    ...(p10 === null || p90 === null ? [] : [t('promises.eightOfTen', span)]),
    t('promises.measuredFor', { hours }),
    ...(unknownHours > 0 ? [t('promises.unknownFor', { hours: unknownHours })] : []),
    ...(uncheckedHours > 0 ? [t('promises.uncheckedFor', { hours: uncheckedHours })] : []),
    ...tooLittle,
  ].join(', ')
}

function testsOf({ tests, unit }: PromiseActual, written: Written): Reported['tests'] {
  const row = (kind: AcceptanceTestKind, word: string) => {
    const test = tests[kind]
    if (test === null || test === undefined) return []
    const { value, on, hours, product, accepted, openPoints } = test
    const points = openPoints > 0 ? [t('promises.openPoints', { count: openPoints })] : []
    return [
      {
        kind: word,
        day: written.day(on),
        basis: [...(hours === null ? [] : [t('promises.forHours', { hours })]), product].join(', '),
        value: `${figureWords(value, written)} ${unit}`,
        outcome: [accepted ? t('promises.accepted') : t('promises.notAccepted'), ...points].join(', '),
      },
    ]
  }
  return [...row('factory', t('promises.factoryTest')), ...row('site', t('promises.siteTest'))]
}

function gapRows(promise: PromiseActual, written: Written): Reported['gap'] {
  const { gap, difference, unit, direction } = promise
  if (difference === null || gap.length === 0) return null
  const missing = { figure: figureWords(Math.abs(difference), written), unit }
  return {
    title: direction === 'atMost' ? t('promises.whereSoManyComeFrom', missing) : t('promises.whereSoManyGo', missing),
    parts: gap.map((part) => {
      const [name, about] = gapWords(part, promise, written)
      return { name, about, value: differenceWords(shownPart(part.value, promise), written) }
    }),
    total: differenceWords(difference, written),
  }
}
