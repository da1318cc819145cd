import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { fromFormValue } from '../../../resource/form-values.ts'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { useSeesCost } from '../../../resource/use-sees-cost.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { localDay } from './local-day.ts'

/** Enters prices that apply from a day on. What is left empty stays as it is. */
export function EnterPrice({ item }: { item: ResourceRow }) {
  const seesCost = useSeesCost()
  const [day, setDay] = useState(localDay)
  const [price, setPrice] = useState('')
  const [cost, setCost] = useState('')
  const client = useQueryClient()
  const enter = useMutation({
    mutationFn: () =>
      callApi(api.enterItemPrice, {
        params: { id: item.id },
        body: { rowVersion: item.rowVersion, effectiveFrom: day, ...decimal('price', price), ...decimal('cost', cost) },
      }),
    onSuccess: async () => {
      setPrice('')
      setCost('')
      await renew(client, declared('itemMaster'))
      showToast({ message: t('estimator.priceEntered') })
    },
  })
  return (
    <form
      className="grid grid-cols-2 items-end gap-3 max-md:grid-cols-1 rounded-panel border border-line bg-surface-2 p-3"
      onSubmit={(event) => {
        event.preventDefault()
        enter.mutate()
      }}
    >
      <TextField
        label={t('estimator.appliesFrom')}
        type="date"
        required
        min={localDay()}
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      <TextField
        label={t('estimator.newPrice')}
        inputMode="decimal"
        value={price}
        onChange={(event) => setPrice(event.target.value)}
      />
      {seesCost && (
        <TextField
          label={t('estimator.newCost')}
          inputMode="decimal"
          value={cost}
          onChange={(event) => setCost(event.target.value)}
        />
      )}
      <Button type="submit" busy={enter.isPending} disabled={price.trim() === '' && cost.trim() === ''}>
        {t('estimator.enterPrice')}
      </Button>
      {enter.isError && (
        <Alert tone="bad" className="col-span-2 text-13">
          {enter.error.message}
        </Alert>
      )}
    </form>
  )
}

/** As it is sent: with a point, whatever the reader's decimal sign is. Empty says nothing. */
function decimal(name: 'price' | 'cost', typed: string): Partial<Record<'price' | 'cost', string>> {
  const field = declared('itemMaster').fields[name]
  if (field === undefined || typed.trim() === '') return {}
  return { [name]: String(fromFormValue(field, typed)) }
}
