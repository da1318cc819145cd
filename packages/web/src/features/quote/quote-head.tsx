import { t } from '@packhouse/messages'
import { absoluteLabel, formatPlainDate } from '../../lib/format/dates.ts'
import { DASH } from '../../lib/format/numbers.ts'
import type { ShownQuote } from './use-quote.ts'

interface Props {
  quote: ShownQuote
  /** `h1` where the page is the quote's own. */
  heading?: 'h1' | 'h2'
}

/** Number, title and the facts that matter most. */
export function QuoteHead({ quote: { content, sentAt }, heading: Heading = 'h1' }: Props) {
  const { number, version, title, contact, deliveries, validUntil, paymentTerms } = content
  const arrives = deliveries.flatMap(({ arrivesOn }) => arrivesOn ?? []).toSorted()
  const [first] = deliveries
  const facts = [
    [t('quotePage.delivered'), arrives.length > 0 ? formatPlainDate(arrives.at(-1)) : DASH],
    [t('quotePage.incoterm'), first === undefined ? DASH : `${first.incoterm} ${first.namedPlace}`],
    [t('quotePage.paymentTerms'), paymentTerms ?? DASH],
    [t('quotePage.validTo'), formatPlainDate(validUntil)],
  ] as const
  return (
    <>
      <p className="text-12 text-text-2">
        <span className="code">{number}</span> ·{' '}
        {t('quotePage.versionFrom', { version, day: absoluteLabel(sentAt), contact })}
      </p>
      <Heading className="mt-1 text-34 wrap-anywhere max-md:text-26">{title}</Heading>
      <dl className="my-6 grid grid-cols-4 rounded-panel border border-line bg-surface max-md:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="border-s border-line px-4 py-3 first:border-0 max-md:nth-3:border-0">
            <dt className="text-12 text-text-2">{name}</dt>
            <dd className="font-display text-16 font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
