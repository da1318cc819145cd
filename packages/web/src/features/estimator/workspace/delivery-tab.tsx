import type { projectDeliveries } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { criteriaWords } from '../../../entities/criteria/criterion-words.ts'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { readableDecimal } from '../../../lib/format/decimal-text.ts'
import { DASH } from '../../../lib/format/numbers.ts'
import { declaredAs } from '../../../resource/registry.ts'
import { choiceWord } from '../../../resource/view.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { PlusIcon } from '../../../ui/tool-icons.tsx'
import { nameOfLine } from './criteria-lines.ts'
import { customerDoes } from './customer-does.ts'
import { addRows } from './line-steps.ts'
import { PaymentsPanel } from './payments-panel.tsx'
import { PlanAxis } from './plan-axis.tsx'
import type { Commissioning, Delivery, Values } from './project-sheet.ts'
import { TotalsBar } from './totals-bar.tsx'
import { useOpenPart } from './use-open-part.ts'
import { useSheet, useWorkspace } from './workspace-context.ts'

const { fields } = declaredAs<typeof projectDeliveries>('projectDelivery')

/** How the goods come to the customer, and what is done there until they are accepted. */
export function DeliveryTab() {
  const { store } = useWorkspace()
  const { open } = useOpenPart()
  const deliveries = useSheet(({ sheet }) => sheet.deliveries)
  const steps = useSheet(({ sheet }) => sheet.commissioning)
  const payments = useSheet(({ project }) => project.milestones)
  const add = (kind: 'deliveries' | 'commissioning', values: Values) => {
    const step = addRows(kind, [values])
    store.make(step)
    const id = step.changes[0]?.id
    if (id !== undefined) open({ kind, id })
  }
  return (
    <>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 pt-2 pb-4">
        <PlanAxis deliveries={deliveries} steps={steps} payments={payments} />
        <PanelFrame
          title={t('estimator.deliveries')}
          aside={<AddButton onClick={() => add('deliveries', { incoterm: 'DAP', namedPlace: DASH, price: '0' })} />}
        >
          <ul className="grid grid-cols-2 gap-3 px-4 pb-4 max-lg:grid-cols-1">
            {deliveries.map((delivery, at) => (
              <DeliveryCard key={delivery.id} delivery={delivery} number={at + 1} />
            ))}
          </ul>
          {deliveries.length === 0 && <p className="px-4 pb-4 text-13 text-text-2">{t('estimator.noneYet')}</p>}
        </PanelFrame>
        <PanelFrame
          title={t('estimator.commissioning')}
          aside={
            <AddButton
              onClick={() =>
                add('commissioning', { kind: 'FAT', description: 'FAT', days: '1', engineers: 1, dayRate: '0' })
              }
            />
          }
        >
          <ul className="border-t border-line">
            {steps.map((step) => (
              <StepRow key={step.id} step={step} />
            ))}
          </ul>
          {steps.length === 0 && <p className="px-4 py-4 text-13 text-text-2">{t('estimator.noneYet')}</p>}
        </PanelFrame>
        <PaymentsPanel />
      </div>
      <TotalsBar />
    </>
  )
}

function AddButton({ onClick }: { onClick: () => void }) {
  const { editing } = useWorkspace()
  if (!editing) return null
  return (
    <Button size="dense" onClick={onClick}>
      <PlusIcon size={14} />
      {t('estimator.add')}
    </Button>
  )
}

function DeliveryCard({ delivery, number }: { delivery: Delivery; number: number }) {
  const { store } = useWorkspace()
  const { open } = useOpenPart()
  const { incoterm, namedPlace, fromPlace, toPlace, packages, weightKg, shipsOn, arrivesOn, price, cost } = delivery
  const money = (amount: string) => readableDecimal(amount, store.currency.minorUnits)
  const weight = weightKg === null ? DASH : readableDecimal(String(weightKg))
  return (
    <li className="rounded-panel border border-line p-4 text-13">
      <button
        type="button"
        onClick={() => open({ kind: 'deliveries', id: delivery.id })}
        aria-label={t('estimator.editPart', { name: t('estimator.delivery', { number }) })}
        className="mb-3 flex w-full items-baseline gap-2 text-start text-14 font-semibold max-md:min-h-11"
      >
        <span className="flex-1">{t('estimator.delivery', { number })}</span>
        <span className="tabular-nums">{formatPlainDate(arrivesOn ?? shipsOn)}</span>
      </button>
      <p className="mb-3 flex items-center gap-2">
        <b>{fromPlace ?? DASH}</b>
        <span className="h-px flex-1 bg-line-2" />
        <span className="rounded-state border border-kraft bg-kraft-soft px-2 text-12 font-semibold text-kraft-strong">
          {t('estimator.incoterms', { incoterm })}
        </span>
        <span className="h-px flex-1 bg-line-2" />
        <b className="text-end">{toPlace ?? namedPlace}</b>
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-text-2">{fields.namedPlace.label}</dt>
        <dd>{namedPlace}</dd>
        {packages !== null && <dt className="text-text-2">{fields.packages.label}</dt>}
        {packages !== null && <dd>{t('estimator.packagesAndWeight', { packages, weight })}</dd>}
        <dt className="text-text-2">{t('estimator.customerDoes')}</dt>
        <dd>{customerDoes(incoterm)}</dd>
        <dt className="text-text-2">{t('estimator.price')}</dt>
        <dd className="tabular-nums">
          {store.seesCosts && cost !== null && `${money(cost)} → `}
          <b>{money(price)}</b>
        </dd>
      </dl>
    </li>
  )
}

function StepRow({ step }: { step: Commissioning }) {
  const { store } = useWorkspace()
  const { open } = useOpenPart()
  const { id, kind, description, days, engineers, startsOn, acceptanceCriteria, criteria } = step
  const net = useSheet((one) => one.stepPrice(id))
  const lines = useSheet(({ sheet }) => sheet.items)
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        onClick={() => open({ kind: 'commissioning', id })}
        className="flex w-full flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5 text-start text-13 hover:bg-surface-2 max-md:min-h-11"
      >
        <b className="min-w-24 shrink-0">
          <Badge tone="plain">{choiceWord({}, kind)}</Badge>
        </b>
        <span className="min-w-0 flex-1">
          {description}
          {criteriaWords(criteria, ({ line }) => line && nameOfLine(lines, line)).map((words) => (
            <span key={words} className="block text-text-2">
              {words}
            </span>
          ))}
          {acceptanceCriteria !== null && <span className="block text-text-2">{acceptanceCriteria}</span>}
        </span>
        <span className="text-text-2">
          {t('estimator.daysAndEngineers', { count: Number(days), days: readableDecimal(days), engineers })}
        </span>
        <span className="w-24 text-text-2 tabular-nums">{formatPlainDate(startsOn)}</span>
        <b className="w-28 text-end tabular-nums">{readableDecimal(net, store.currency.minorUnits)}</b>
      </button>
    </li>
  )
}
