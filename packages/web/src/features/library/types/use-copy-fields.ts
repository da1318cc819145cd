import { t } from '@packhouse/messages'
import { useState } from 'react'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { useCreate } from '../../../resource/use-resource.ts'
import { showToast } from '../../../ui/toasts.tsx'
import { copiesOf } from './copied-fields.ts'
import { mountOf } from './use-fields.ts'

/** Stores copies one after the other. Where one is refused the others wait to be copied again: what was stored is offered no more. */
export function useCopyFields(type: ResourceRow, own: readonly ResourceRow[], onDone: () => void) {
  const create = useCreate({ resource: declared('fieldSpec'), mount: mountOf(type.id) })
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const store = async (fields: readonly ResourceRow[]) => {
    setFault(undefined)
    setBusy(true)
    let count = 0
    try {
      for (const copy of copiesOf(fields, own)) {
        await create.mutateAsync(copy)
        count += 1
      }
      showToast({ message: t('library.fieldsCopied', { count }) })
      onDone()
    } catch (error) {
      const why = error instanceof Error ? error.message : ''
      setFault(t('library.copyingEnded', { count, label: String(fields[count]?.label), why }))
    }
    setBusy(false)
  }
  return { copy: (fields: readonly ResourceRow[]) => void store(fields), fault, isBusy }
}
