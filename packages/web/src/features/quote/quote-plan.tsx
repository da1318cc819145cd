import { itemName, type QuoteContent } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { criteriaWords } from '../../entities/criteria/criterion-words.ts'
import { formatPlainDate } from '../../lib/format/dates.ts'
import { formatDecimal } from '../../lib/format/money.ts'
import { capitalize } from '../../resource/words.ts'

/** Delivery, work on site, payments and terms. */
export function QuotePlan({ content }: { content: QuoteContent }) {
  const { deliveries, commissioning, milestones, terms } = content
  const lineOf = ({ itemId }: { itemId?: string | undefined }) => itemId && itemName(content, itemId)
  const steps = [
    ...deliveries.map(({ id, incoterm, namedPlace, arrivesOn }) => {
      return { id, name: t('quotePage.delivery'), day: arrivesOn, about: `${incoterm} ${namedPlace}`, criteria: [] }
    }),
    ...commissioning.map(({ id, kind, startsOn, description, days, acceptanceCriteria, criteria: figures }) => {
      const about = `${description}, ${t('quotePage.days', { count: Number(days), days: formatDecimal(days) })}`
      const criteria = [...criteriaWords(figures, lineOf), acceptanceCriteria].filter((words) => words !== null)
      return { id, name: capitalize(declared(kind)), day: startsOn, about, criteria }
    }),
  ].toSorted((one, other) => (one.day ?? '9').localeCompare(other.day ?? '9'))
  return (
    <>
      {steps.length > 0 && (
        <section className="mt-6" aria-label={t('quotePage.deliveryAndCommissioning')}>
          <h2 className="mb-2.5 text-20">{t('quotePage.deliveryAndCommissioning')}</h2>
          <ol className="grid grid-cols-[repeat(auto-fit,minmax(180px,1fr))] gap-4 rounded-panel border border-line bg-surface p-5">
            {steps.map(({ id, name, day, about, criteria }) => (
              <li key={id} className="border-s-2 border-line-2 ps-3 text-13">
                <b className="block font-semibold">{name}</b>
                {day !== null && <span className="block text-12 text-text-2">{formatPlainDate(day)}</span>}
                <span className="block text-12 text-text-2 wrap-anywhere">{about}</span>
                {criteria.map((words) => (
                  <span key={words} className="block text-12 whitespace-pre-line text-text-2 wrap-anywhere">
                    {words}
                  </span>
                ))}
              </li>
            ))}
          </ol>
        </section>
      )}
      {(milestones.length > 0 || terms !== null) && (
        <section className="mt-6 text-13" aria-label={t('quotePage.terms')}>
          <h2 className="mb-2.5 text-20">{t('quotePage.terms')}</h2>
          {milestones.length > 0 && <p className="mb-2">{paymentWords(content)}</p>}
          {terms !== null && <p className="whitespace-pre-line text-text-2 wrap-anywhere">{terms}</p>}
        </section>
      )}
    </>
  )
}

/** `30 % On order, 70 % After SAT` */
export function paymentWords({ milestones }: QuoteContent): string {
  return milestones.map(({ name, percent }) => `${formatDecimal(percent)} % ${name}`).join(', ')
}
