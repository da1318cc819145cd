import { drawingMarks } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../../lib/api-client.ts'
import { errorMessage } from '../../../../resource/error-messages.ts'
import { showToast } from '../../../../ui/toasts.tsx'
import type { MarkChanges } from './placed-marks.ts'
import { partsDrawingKey } from './use-drawing.ts'

/** Saves where positions are. What the server refuses is told, and the rest of it stays to be saved. @param id machine ID */
export function useSaveMarks(id: string, documentId: string, onSaved: () => void) {
  const client = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const save = async (changes: MarkChanges) => {
    setSaving(true)
    setFailure(undefined)
    try {
      await send(documentId, changes)
      await client.invalidateQueries({ queryKey: partsDrawingKey(id) })
      showToast({ message: t('service.positionsSaved') })
      onSaved()
    } catch (error) {
      // What was saved before the failure is no change any more, and whoever reads of the failure can save at once.
      await client.invalidateQueries({ queryKey: partsDrawingKey(id) })
      setFailure(errorMessage(drawingMarks, error))
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving, failure }
}

/** One after the other: a drawing has few marks, and the first refusal ends it. */
async function send(documentId: string, { created, moved, removed }: MarkChanges): Promise<void> {
  const { create, update, remove } = drawingMarks.calls
  for (const { id } of removed) await callApi(remove, { params: { id } })
  for (const { id, ...fields } of moved) await callApi(update, { params: { id }, body: fields })
  for (const mark of created) await callApi(create, { body: { documentId, ...mark } })
}
