import type { ProjectQuotes, QuoteEvent } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { QuoteMachines } from '../../../entities/order/quote-machines.tsx'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { formatPrice } from '../../../lib/format/money.ts'
import type { RecordPanel } from '../../../resource/feature.ts'
import { PdfButton } from '../../../resource/pdf-button.tsx'
import { RecordPanels } from '../../../resource/record-panel.tsx'
import { PanelFailure } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ShownProject } from '../approval/shown-project.ts'
import { AnswerQuestion } from './answer-question.tsx'
import { LinkList } from './link-list.tsx'
import { SendQuote } from './send-quote.tsx'
import { useProjectQuotes } from './use-project-quotes.ts'

const SENDABLE: readonly string[] = ['approved', 'sent']
const NOT_YET: readonly string[] = ['draft', 'review']

type QuotedProject = Pick<ShownProject, 'id' | 'status' | 'customerId' | 'contactId'>

/** The quote of a project for staff: look at it, send it, see who has opened it, answer questions, and what was ordered. */
export function QuotePanel({ project, panels }: { project: QuotedProject; panels: readonly RecordPanel[] }) {
  const { id, status } = project
  const query = useProjectQuotes(id)
  if (query.isError && !query.data) {
    return <PanelFailure what={t('quotePanel.theQuotes')} onRetry={() => void query.refetch()} />
  }
  if (!query.data) return <Skeleton className="h-40" />
  const { links, questions, acceptance, machines, events } = query.data
  return (
    <div className="grid gap-5 text-13">
      <div className="flex flex-wrap gap-2">
        <PdfButton request={{ type: 'quote', id }} label={t('quotePanel.quoteAsPdf')} />
        {acceptance !== null && (
          <PdfButton request={{ type: 'orderConfirmation', id }} label={t('quotePanel.orderAsPdf')}>
            {t('quotePanel.order')}
          </PdfButton>
        )}
      </div>
      {acceptance !== null && <Acceptance acceptance={acceptance} />}
      {machines.length > 0 && <Machines machines={machines} />}
      {SENDABLE.includes(status) && <SendQuote project={project} />}
      {NOT_YET.includes(status) && <p>{t('quotePanel.sentOnceApproved')}</p>}
      <RecordPanels panels={panels} id={id} />
      <LinkList id={id} links={links} />
      {questions.map((question) => (
        <AnswerQuestion key={question.id} projectId={id} question={question} />
      ))}
      {events.length > 0 && <Events events={events} />}
    </div>
  )
}

function Acceptance({ acceptance }: { acceptance: NonNullable<ProjectQuotes['acceptance']> }) {
  const { name, acceptedAt, version, total, currency, choices, orderNumber } = acceptance
  const chosen = choices.alternatives.length + choices.extras.length
  return (
    <section aria-label={t('quotePanel.order')} className="rounded-control border border-ok bg-ok-soft p-4">
      <p className="font-semibold text-ok">
        {t('quotePanel.acceptedBy', { name, version })} · <DateLabel value={acceptedAt} mode="absolute" />
      </p>
      <p>
        {formatPrice(total, currency)} · {t('quotePanel.choices', { count: chosen })}
        {orderNumber !== null && ` · ${orderNumber}`}
      </p>
    </section>
  )
}

function Machines({ machines }: Pick<ProjectQuotes, 'machines'>) {
  return (
    <section aria-label={t('quotePanel.machines')}>
      <h2 className="mb-1.5 text-14 font-semibold">{t('quotePanel.machines')}</h2>
      <QuoteMachines machines={machines} orderHref={(id) => `/ordered-machines?open=${id}`} />
    </section>
  )
}

/** What decided the quote stands out among what was only read or asked. */
const dots: Partial<Record<QuoteEvent['kind'], string>> = {
  accepted: 'before:bg-ok',
  declined: 'before:bg-bad',
  withdrawn: 'before:bg-unk',
  question: 'before:bg-warn',
}

function Events({ events }: { events: readonly QuoteEvent[] }) {
  return (
    <section aria-label={t('quotePanel.events')}>
      <h2 className="mb-1.5 text-14 font-semibold">{t('quotePanel.events')}</h2>
      <ol className="ms-1.5 border-s border-line-2">
        {events.map(({ kind, at, recipientName, address, sha256, note }) => (
          <li
            key={`${kind} ${at} ${sha256}`}
            className={`relative ps-4 pb-3 text-text-2 before:absolute before:top-1.5 before:-start-[5px] before:size-[9px] before:rounded-full before:border-2 before:border-paper ${dots[kind] ?? 'before:bg-control'}`}
          >
            <b className="font-[550] text-text">{t(`quotePanel.event.${kind}`)}</b> · <bdi>{recipientName}</bdi> ·{' '}
            <DateLabel value={at} mode="absolute" />
            {address !== null && ` · ${address}`} · <span className="code">{sha256.slice(0, 12)}</span>
            {note !== null && <span className="block whitespace-pre-line wrap-anywhere">{note}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
