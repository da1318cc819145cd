import { api, type CallInput, type CallResult, type RoundingStep, type UpdatedItems } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { fromFormValue } from '../../../resource/form-values.ts'
import { declared } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { showToast } from '../../../ui/toasts.tsx'

/** An update as it is being typed. */
export interface UpdateDraft {
  kind: 'percent' | 'amount'
  value: string
  of: 'price' | 'cost' | 'both'
  roundTo: RoundingStep
  effectiveFrom: string
}

export type Differences = CallResult<typeof api.updatePrices>
type Body = CallInput<typeof api.updatePrices>['body']

/** Looks at what an update would change, changes it in one step, and offers to take it back. */
export function usePriceUpdate(items: UpdatedItems, onDone: () => void) {
  const client = useQueryClient()
  const renewItems = () => renew(client, declared('itemMaster'))
  const takeBack = async (id: string) => {
    try {
      const { changed } = await callApi(api.takeBackPrices, { params: { id } })
      await renewItems()
      showToast({ message: t('estimator.pricesWereTakenBack', { count: changed }) })
    } catch (error) {
      showToast({ tone: 'failed', message: error instanceof Error ? error.message : '' })
      await renewItems()
    }
  }
  const look = useMutation({
    mutationFn: (draft: UpdateDraft) => callApi(api.updatePrices, { body: { ...bodyOf(items, draft), dryRun: true } }),
  })
  const apply = useMutation({
    mutationFn: (draft: UpdateDraft) => callApi(api.updatePrices, { body: bodyOf(items, draft) }),
    onSuccess: async ({ id, changed }) => {
      const undo = id === null ? {} : { action: { label: t('estimator.takeBack'), run: () => void takeBack(id) } }
      onDone()
      await renewItems()
      showToast({ message: t('estimator.pricesChanged', { count: changed }), ...undo })
    },
  })
  return {
    preview: look.data,
    fault: (look.error ?? apply.error)?.message,
    isBusy: look.isPending || apply.isPending,
    look: (draft: UpdateDraft) => look.mutate(draft),
    apply: (draft: UpdateDraft) => apply.mutate(draft),
    /** What was seen is no longer what would be changed. */
    forget: () => {
      look.reset()
      apply.reset()
    },
  }
}

function bodyOf(items: UpdatedItems, { kind, value, of, roundTo, effectiveFrom }: UpdateDraft): Body {
  const price = declared('itemMaster').fields.price
  const typed = value.trim().replace(/^[+−]/, (sign) => (sign === '+' ? '' : '-'))
  const sent = price === undefined ? typed : String(fromFormValue(price, typed))
  return {
    items,
    change: { kind, value: sent },
    of: of === 'both' ? ['price', 'cost'] : [of],
    roundTo,
    effectiveFrom,
  }
}
