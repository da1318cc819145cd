import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { renew } from '../../resource/resource-queries.ts'
import { showToast } from '../../ui/toasts.tsx'
import { refusalOf } from './preview/render-preview.ts'
import type { Preview } from './preview/use-preview.ts'
import { type Template, templates } from './template.ts'

/** Publishes the draft as it is now: what is typed is saved first. */
export function usePublish(save: () => Promise<Template | undefined>, preview: Preview) {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const renewTemplates = async () => {
    await renew(client, templates)
    await client.invalidateQueries({ queryKey: ['template-defaults'] })
  }
  const publish = async () => {
    setIsBusy(true)
    try {
      const saved = await save()
      if (saved === undefined) return
      const { id, rowVersion } = saved
      const { number } = await callApi(api.publishTemplate, { params: { id }, body: { rowVersion } })
      await client.invalidateQueries({ queryKey: ['template-versions', id] })
      await renewTemplates()
      showToast({ message: t('documents.publishedAs', { name: saved.name, number }) })
    } catch (error) {
      const refusal = refusalOf(error)
      if ('faults' in refusal) preview.refuse(refusal)
      showToast({ tone: 'failed', message: 'failure' in refusal ? refusal.failure : t('documents.notPublished') })
      await renewTemplates()
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, publish: () => void publish() }
}

export type Publishing = ReturnType<typeof usePublish>
