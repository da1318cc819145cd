import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../resource/error-messages.ts'
import { declared } from '../../resource/registry.ts'
import { showToast } from '../../ui/toasts.tsx'

/** Does something to deliveries of a webhook and says what became of it; their list is loaded again afterwards. */
export function useDeliveryAct(webhookId: string) {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const act = async (change: () => Promise<string>) => {
    setIsBusy(true)
    try {
      showToast({ message: await change() })
    } catch (error) {
      showToast({ message: errorMessage(declared('webhook'), error), tone: 'failed' })
    } finally {
      setIsBusy(false)
      await client.invalidateQueries({ queryKey: ['webhookDeliveries', webhookId] })
    }
  }
  return { isBusy, act }
}
