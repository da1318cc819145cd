import { commissioningKinds } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { readableDecimal } from '../../../lib/format/decimal-text.ts'
import { inputClasses } from '../../../resource/form/field-frame.tsx'
import { UnsavedGuard } from '../../../resource/form/unsaved-guard.tsx'
import { choiceWord } from '../../../resource/view.ts'
import { Button } from '../../../ui/button.tsx'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { PlusIcon } from '../../../ui/tool-icons.tsx'
import {
  type PaymentFault,
  type PaymentRow,
  paymentFault,
  paymentRows,
  sumOfShares,
  toPayments,
} from './payment-rows.ts'
import { useProjectFields } from './use-project-fields.ts'
import { useTypedKept } from './use-typed-kept.ts'
import { useSheet, useWorkspace } from './workspace-context.ts'

const DUE = ['order', 'delivery', ...commissioningKinds] as const
const MOST = 12

/** In which shares the total is paid, and with what each is due. Saved as a whole: the shares add up. */
export function PaymentsPanel() {
  const { store, editing } = useWorkspace()
  const payments = useSheet(({ project }) => project.milestones)
  const amounts = useSheet(({ price }) => price.milestones)
  const fields = useProjectFields()
  const kept = useTypedKept(fields.typed)
  const [typed, setTyped] = useState<readonly PaymentRow[]>()
  const [isSaving, setSaving] = useState(false)
  const rows = typed ?? paymentRows(payments)
  const fault = typed && paymentFault(typed)
  const type = (next: readonly PaymentRow[]) => {
    setTyped(next)
    kept.later({ milestones: toPayments(next) })
  }
  const giveUp = () => {
    kept.drop()
    setTyped(undefined)
  }
  const change = (key: string, values: Partial<PaymentRow>) =>
    type(rows.map((row) => (row.key === key ? { ...row, ...values } : row)))
  const add = () => type([...rows, { key: crypto.randomUUID(), name: '', percent: '', due: '' }])
  const onSave = async () => {
    setSaving(true)
    kept.end()
    if (await fields.save({ milestones: toPayments(rows) }, t('estimator.paymentsSaved'))) setTyped(undefined)
    setSaving(false)
  }
  return (
    <PanelFrame
      title={t('estimator.payments')}
      aside={
        editing && (
          <Button size="dense" disabled={rows.length >= MOST} onClick={add}>
            <PlusIcon size={14} />
            {t('estimator.addPayment')}
          </Button>
        )
      }
    >
      <ul className="border-t border-line">
        {rows.map((row, place) => (
          <PaymentLine
            key={row.key}
            row={row}
            number={place + 1}
            amount={
              typed === undefined
                ? readableDecimal(amounts[place]?.amount ?? '0', store.currency.minorUnits)
                : undefined
            }
            onChange={(values) => change(row.key, values)}
            onRemove={() => type(rows.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ul>
      {rows.length === 0 && <p className="px-4 py-4 text-13 text-text-2">{t('estimator.noneYet')}</p>}
      {typed !== undefined && (
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3 text-13">
          <p role="status" className={fault === undefined ? 'text-text-2' : 'text-warn'}>
            {faultWords(fault, rows)}
          </p>
          <span className="ms-auto flex gap-2">
            <Button size="dense" onClick={giveUp}>
              {t('estimator.discardPayments')}
            </Button>
            <Button
              size="dense"
              variant="primary"
              busy={isSaving}
              disabled={fault !== undefined || !editing}
              onClick={() => void onSave()}
            >
              {t('estimator.savePayments')}
            </Button>
          </span>
        </div>
      )}
      <UnsavedGuard count={typed === undefined ? 0 : 1} onDiscard={giveUp} />
    </PanelFrame>
  )
}

function faultWords(fault: PaymentFault | undefined, rows: readonly PaymentRow[]): string {
  if (fault === 'unnamed') return t('estimator.paymentNeedsName')
  if (fault === 'unreadable') return t('estimator.paymentNeedsShare')
  const sum = readableDecimal(sumOfShares(rows))
  return fault === 'sum'
    ? `${t('estimator.paymentsAddUp')} ${t('estimator.paymentsSum', { sum })}`
    : t('estimator.paymentsSum', { sum })
}

interface LineProps {
  row: PaymentRow
  number: number
  /** Of what is saved. */
  amount: string | undefined
  onChange: (values: Partial<PaymentRow>) => void
  onRemove: () => void
}

function PaymentLine({ row: { name, percent, due }, number, amount, onChange, onRemove }: LineProps) {
  const { editing } = useWorkspace()
  const field = `${inputClasses(false)} disabled:bg-transparent`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_120px_220px_112px_40px] items-center gap-2 border-b border-line px-4 py-2 text-13 last:border-b-0 max-md:grid-cols-2">
      <input
        aria-label={t('estimator.paymentName', { number })}
        className={`${field} max-md:col-span-full`}
        value={name}
        maxLength={100}
        disabled={!editing}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <span className="flex items-center gap-1.5">
        <input
          aria-label={t('estimator.paymentPercent', { number })}
          inputMode="decimal"
          className={`${field} text-end tabular-nums`}
          value={percent}
          disabled={!editing}
          onChange={(event) => onChange({ percent: event.target.value })}
        />
        %
      </span>
      <select
        aria-label={t('estimator.paymentDue', { number })}
        className={field}
        value={due}
        disabled={!editing}
        onChange={(event) => onChange({ due: DUE.find((one) => one === event.target.value) ?? '' })}
      >
        <option value="">{t('estimator.paymentWithoutEvent')}</option>
        {DUE.map((one) => (
          <option key={one} value={one}>
            {dueWords(one)}
          </option>
        ))}
      </select>
      <b className="text-end tabular-nums max-md:text-start">{amount}</b>
      {editing && (
        <Button
          size="dense"
          variant="quiet"
          className="px-0 max-md:w-11 max-md:justify-self-end"
          aria-label={t('estimator.removePayment', { number })}
          onClick={onRemove}
        >
          ✕
        </Button>
      )}
    </li>
  )
}

function dueWords(due: (typeof DUE)[number]): string {
  if (due === 'order') return t('estimator.paymentWithOrder')
  return due === 'delivery'
    ? t('estimator.paymentWithDelivery')
    : t('estimator.paymentAfter', { event: choiceWord({}, due) })
}
