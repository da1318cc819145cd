import { type RoundingStep, roundingSteps, type UpdatedItems } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { numberFormat } from '../../../lib/format/numbers.ts'
import { useSeesCost } from '../../../resource/use-sees-cost.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { localDay } from './local-day.ts'
import { PriceDifferences } from './price-differences.tsx'
import { type UpdateDraft, usePriceUpdate } from './use-price-update.ts'

const kinds = [
  { value: 'percent', label: t('estimator.percent') },
  { value: 'amount', label: t('estimator.amount') },
] as const
const sides = [
  { value: 'price', label: t('estimator.price') },
  { value: 'cost', label: t('estimator.cost') },
  { value: 'both', label: t('estimator.priceAndCost') },
] as const

const first: UpdateDraft = { kind: 'percent', value: '', of: 'price', roundTo: '0.01', effectiveFrom: '' }

/** What changes and by how much; the differences are seen before anything is changed. */
export function PriceUpdateForm({ items, onClose }: { items: UpdatedItems; onClose: () => void }) {
  const seesCost = useSeesCost()
  const [draft, setDraft] = useState<UpdateDraft>({ ...first, effectiveFrom: localDay() })
  const { preview, look, apply, fault, isBusy, forget } = usePriceUpdate(items, onClose)
  const change = (part: Partial<UpdateDraft>) => {
    setDraft({ ...draft, ...part })
    forget()
  }
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        look(draft)
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <Segments
          label={t('estimator.changeBy')}
          options={kinds}
          value={draft.kind}
          onValueChange={(kind) => change({ kind })}
        />
        {seesCost && (
          <Segments
            label={t('estimator.changeOf')}
            options={sides}
            value={draft.of}
            onValueChange={(of) => change({ of })}
          />
        )}
      </div>
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <TextField
          label={draft.kind === 'percent' ? t('estimator.changeInPercent') : t('estimator.changeInCurrency')}
          inputMode="text"
          required
          value={draft.value}
          onChange={(event) => change({ value: event.target.value })}
        />
        <TextField
          label={t('estimator.appliesFrom')}
          type="date"
          required
          min={localDay()}
          value={draft.effectiveFrom}
          onChange={(event) => change({ effectiveFrom: event.target.value })}
        />
      </div>
      <Select<RoundingStep>
        label={t('estimator.roundTo')}
        options={roundingSteps.map((value) => ({
          value,
          label: numberFormat({ maximumFractionDigits: 2 }).format(Number(value)),
        }))}
        value={draft.roundTo}
        onValueChange={(roundTo) => change({ roundTo })}
      />
      {fault !== undefined && (
        <Alert tone="bad" className="text-13">
          {fault}
        </Alert>
      )}
      {preview && <PriceDifferences preview={preview} />}
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('general.cancel')}</Button>
        <Button type="submit" busy={isBusy && preview === undefined}>
          {t('estimator.showDifferences')}
        </Button>
        <Button
          variant="primary"
          busy={isBusy && preview !== undefined}
          disabled={preview === undefined || preview.changed === 0}
          onClick={() => apply(draft)}
        >
          {t('estimator.changeCount', { count: preview?.changed ?? 0 })}
        </Button>
      </div>
    </form>
  )
}
