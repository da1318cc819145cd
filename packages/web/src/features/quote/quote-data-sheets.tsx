import { type DataSheet, dataUsers, dataWays, type QuoteContent } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { listOf } from '../../lib/format/lists.ts'
import { formatCount } from '../../lib/format/numbers.ts'

const MEGABYTE = 1_000_000

/** Which data machines of a quote make, as they were when it was sent. Each is closed until somebody wants to read it. */
export function QuoteDataSheets({ sheets = [] }: { sheets: QuoteContent['dataSheets'] }) {
  if (sheets.length === 0) return null
  return (
    <section className="mt-6" aria-label={t('dataSheet.ofQuote')}>
      <h2 className="mb-1 text-20">{t('dataSheet.ofQuote')}</h2>
      <p className="mb-2.5 text-13 text-text-2">{t('dataSheet.quoteAbout')}</p>
      <div className="grid gap-2.5">
        {sheets.map((sheet) => (
          <details key={sheet.model} className="rounded-panel border border-line bg-surface text-13">
            <summary className="min-h-11 cursor-pointer px-4 py-3 font-semibold wrap-anywhere">
              {t('dataSheet.of', { model: sheet.model ?? '' })}
            </summary>
            <SheetFacts sheet={sheet} />
          </details>
        ))}
      </div>
    </section>
  )
}

function SheetFacts({ sheet: { values, states, alarms, amount, keeps } }: { sheet: DataSheet }) {
  const days = (count: number) => t('dataSheet.days', { count })
  const megabytes = formatCount(Math.max(1, Math.round(amount.bytesPerMonth / MEGABYTE)))
  const facts: [word: string, values: string[]][] = [
    [t('dataSheet.recordsPerDay'), [formatCount(amount.recordsPerDay)]],
    [t('dataSheet.perMonth'), [t('dataSheet.megabytes', { amount: megabytes })]],
    [t('dataSheet.basisOf'), [t(`dataSheet.basis.${amount.basis}`)]],
    [
      t('dataSheet.keeps'),
      [
        `${t('dataSheet.records')}: ${days(keeps.recordsDays)}`,
        `${t('dataSheet.minutes')}: ${days(keeps.minutesDays)}`,
        `${t('dataSheet.hours')}: ${days(keeps.hoursDays)}`,
      ],
    ],
    [t('dataSheet.values'), values.map(({ name, unit }) => (unit === null ? name : `${name} (${unit})`))],
    [t('dataSheet.states'), [listOf(states.map((state) => t(`state.${state}`)))]],
    [t('dataSheet.alarms'), alarms.length === 0 ? [t('dataSheet.noAlarms')] : alarms.map(({ name }) => name)],
    [t('dataSheet.ways'), dataWays.map((way) => `${t(`dataSheet.way.${way}`)}: ${t(`dataSheet.wayAbout.${way}`)}`)],
    [
      t('dataSheet.users'),
      dataUsers.map((user) => `${t(`dataSheet.user.${user}`)}: ${t(`dataSheet.userAbout.${user}`)}`),
    ],
  ]
  return (
    <dl className="border-t border-line">
      {facts.map(([word, parts]) => (
        <div
          key={word}
          className="grid gap-x-4 border-t border-line px-4 py-2 first:border-t-0 sm:grid-cols-[minmax(8rem,1fr)_minmax(0,3fr)]"
        >
          <dt className="text-text-2">{word}</dt>
          <dd className="wrap-anywhere">
            {parts.map((part) => (
              <span key={part} className="block">
                {part}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
