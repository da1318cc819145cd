import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { declared, type ParentMount, type ResourceRow } from '../../../resource/registry.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { useResourceList } from '../../../resource/use-resource.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { inOrder, moved } from './field-order.ts'

const ALL = { pageSize: '200', sort: 'sort,label' }
const none: readonly ResourceRow[] = []

/** The fields of one type. */
export function mountOf(typeId: string): ParentMount {
  return { path: '/v1/machine-library/machine-types/{parentId}/field-specs', parentId: typeId }
}

export function useFields(typeId: string) {
  const query = useResourceList(declared('fieldSpec'), ALL, { mount: mountOf(typeId) })
  return { query, fields: query.data?.items ?? none }
}

/** A move that was made, to be read out and to be undone. */
export interface Move {
  words: string
  /** The order before it. */
  before: readonly string[]
}

/** The fields in the order that the reader has given them; each move is stored at once, one after the other. */
export function useFieldOrder(typeId: string, fields: readonly ResourceRow[]) {
  const client = useQueryClient()
  const [order, setOrder] = useState<readonly string[]>()
  const [move, setMove] = useState<Move>()
  const store = useMutation({
    // One after the other: the last order is the one that stays.
    scope: { id: `reorder ${typeId}` },
    mutationFn: (ids: readonly string[]) =>
      callApi(api.reorderFieldSpecs, { params: { parentId: typeId }, body: { ids: [...ids] } }),
    onSuccess: () => renew(client, declared('fieldSpec')),
    onError: (error) => {
      setOrder(undefined)
      setMove(undefined)
      showToast({ message: t('library.orderNotSaved', { why: error.message }), tone: 'failed' })
    },
  })
  const shown = inOrder(fields, order)
  const ids = shown.map(({ id }) => id)
  const put = (next: readonly string[]) => {
    setOrder(next)
    store.mutate(next)
  }
  return {
    shown,
    move,
    moveTo(id: string, to: number) {
      const from = ids.indexOf(id)
      const place = Math.max(0, Math.min(ids.length - 1, to))
      if (from < 0 || place === from) return
      const label = String(shown[from]?.label)
      setMove({ words: t('library.fieldMoved', { label, from: from + 1, to: place + 1 }), before: ids })
      put(moved(ids, from, place))
    },
    undo() {
      if (move === undefined) return
      put(move.before)
      setMove({ words: t('library.moveUndone'), before: [] })
    },
  }
}
